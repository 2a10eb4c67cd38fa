import type { ShowView } from '@rollcall/contract/show-view'

/**
 * What to show of the view on the page and one that a stream has brought: what was on its way while the page asked
 * is older than the answer. Of the same version the brought one is newer, since the event may have changed.
 */
export function newestView(shown: ShowView | null | undefined, brought: ShowView): ShowView {
  return shown && shown.version > brought.version ? shown : brought
}
