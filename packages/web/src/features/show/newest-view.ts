import type { ShowView } from '@rollcall/contract/show-view'

/**
 * Chooses between the view on the page and one from the stream. A view that was on its way while the page asked is
 * older than the answer. With equal versions, the stream's view is newer, because the event may have changed.
 */
export function newestView(shown: ShowView | null | undefined, brought: ShowView): ShowView {
  return shown && shown.version > brought.version ? shown : brought
}
