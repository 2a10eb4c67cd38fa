import type { Racer } from '@rollcall/scoring/racer'

/** Whether an address is spelled in this way: in another letter case it leads to the same racer. */
export function isAt(address: Racer, asked: Racer): boolean {
  return address.platform === asked.platform && address.login === asked.login
}
