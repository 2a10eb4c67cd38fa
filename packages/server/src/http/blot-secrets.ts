/** Upload keys by their mark, and whatever is signed like our tokens; cut-off ones too. */
const SECRETS = /\brck_[a-z2-7]+|\beyJ[\w-]+\.[\w-]*\.?[\w-]*/gi

/**
 * Text of somebody else's making, fit to be shown and kept: who pastes an upload key where a name
 * belongs finds it neither in the answer nor on the receipt that others read.
 */
export function blotSecrets(text: string): string {
  return text.replace(SECRETS, '***')
}
