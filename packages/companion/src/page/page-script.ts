/** What connecting is called once it is done; the form is then put away. */
export const ANOTHER_CHANNEL = 'Connect to another channel'

/** Puts the parts that have changed in their place; what somebody types is in none of them. */
export const PAGE_SCRIPT = `
const shown = {}
const events = new EventSource('events')
events.onmessage = ({ data }) => {
  for (const [id, html] of Object.entries(JSON.parse(data))) {
    const part = document.getElementById(id)
    // The browser writes markup in its own way, so what was put there last is compared.
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
