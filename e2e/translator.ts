/** A browser that translates the page, as Chrome does: it puts elements in the place of text nodes. */
import type { Page } from '@playwright/test'

/**
 * Replaces each text node, also those that come later, and notes what the page does to nodes that are gone: the
 * reader of the page sees nothing of that.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const gone = new WeakSet<Node>()
    const lost: string[] = []
    Object.assign(window, { lostTexts: lost })
    const note = (node: Node | null, what: string) => {
      if (node !== null && gone.has(node)) lost.push(`${what} ${node.nodeValue}`)
    }
    for (const property of ['nodeValue', 'data', 'textContent'] as const) {
      const owner = property === 'data' ? CharacterData.prototype : Node.prototype
      const known = Object.getOwnPropertyDescriptor(owner, property) as PropertyDescriptor
      Object.defineProperty(owner, property, {
        ...known,
        set(this: Node, value: string) {
          note(this, `${value} did not replace`)
          known.set?.call(this, value)
        },
      })
    }
    for (const method of ['removeChild', 'insertBefore'] as const) {
      const original = Node.prototype[method] as (...nodes: Node[]) => Node
      Object.assign(Node.prototype, {
        [method](this: Node, ...nodes: Node[]) {
          note(nodes.at(-1) ?? null, `${method} did not find`)
          return original.apply(this, nodes)
        },
      })
    }
    const isLeft = (node: Node) =>
      node.parentElement?.closest(
        '[translate="no"], .notranslate, font, script, style, noscript, textarea, svg, title, option',
      ) != null
    const replace = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = root.nodeType === Node.TEXT_NODE ? [root] : []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) {
        if (!text.nodeValue?.trim() || !text.isConnected || isLeft(text)) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.append(text.nodeValue)
        outer.append(inner)
        gone.add(text)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        for (const node of addedNodes) replace(node)
        if (target.nodeType === Node.TEXT_NODE) replace(target)
      }
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** What the page wrote where nobody sees it. */
export function lostTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { lostTexts: string[] }).lostTexts)
}
