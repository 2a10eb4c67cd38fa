/** The label once a channel is connected; the form is closed then. */
export const ANOTHER_CHANNEL = 'Connect to another channel'

/** Replaces the parts of the page that have changed; none of them contains an input. */
export const PAGE_SCRIPT = `
const shown = {}
const events = new EventSource('events')
events.onmessage = ({ data }) => {
  for (const [id, html] of Object.entries(JSON.parse(data))) {
    const part = document.getElementById(id)
    // Browsers rewrite markup, so compare with what was inserted last.
    if (part && (shown[id] ?? part.innerHTML) !== html) {
      part.innerHTML = html
      if (id === 'connect-label') part.closest('details').open = html !== '${ANOTHER_CHANNEL}'
    }
    shown[id] = html
  }
}
events.onerror = () => {
  events.close()
  document.getElementById('now').innerHTML =
    '<p class="status amiss">The companion has stopped. Start it again to see its page.</p>'
}
`
