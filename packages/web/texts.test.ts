/** All words on pages come from catalogues: anywhere else they would stay English in every language. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const SOURCES = path.join(import.meta.dirname, 'src')

const EXCEPTIONS = [
  // For developers.
  'app/parts-page.tsx',
  // Names of fonts.
  'theme.ts',
]

/** The names of attributes and properties whose values people read or hear. */
const READ_NAMES =
  /^(?:aria-(?:label|description|roledescription|valuetext)|alt|title|label|placeholder|description|message|text|sentence|question|caption|lead|note|unit|what|empty|error|meaning|\w+(?:Label|Message|Text|Title))$/
/** Attributes whose words are keywords. */
const KEYWORDS: ReadonlySet<string> = new Set(['rel', 'aria-keyshortcuts'])
const LETTER = /\p{L}/u
/** A string of several words is a text, wherever it appears. */
const WORDS = /\p{L}{2} \p{L}{2}/u

it('finds words in code', () => {
  const found = (code: string) => findTexts('page.tsx', code).map(({ text }) => text)
  expect(found('<p>Hello <b>{name}</b>!</p>')).toEqual(['Hello'])
  expect(found('<p className="a b">{isDone ? "Done" : "Left"}, {"so" + end}</p>')).toEqual([
    'Done',
    'Left',
    'so',
  ])
  expect(found('<Field label="Name" type="text" name="person" />')).toEqual(['Name'])
  expect(found('<Field label={isNew && "Name"} />')).toEqual(['Name'])
  expect(found('const option = { value: "yes", label: "Yes" }')).toEqual(['Yes'])
  expect(found(`const said = (count) => \`\${count} are there.\``)).toEqual(['are there.'])
  expect(found('if (kind === "some kind") throw new Error("It is broken")')).toEqual(['some kind'])
  expect(found('<a rel="noopener nofollow" />')).toEqual([])
  expect(found('<p title={texts.title}>{texts.hello(name)}, {formatNumber(2)}</p>')).toEqual([])
})

it('pages take their words from catalogues', async () => {
  const found = await Promise.all((await listSources()).map(findIn))
  expect(found.flat(), 'words outside of catalogues').toEqual([])
})

it('each catalogue has the name of its area', async () => {
  const catalogues = (await listSources(/^(?:.*\/)?texts\.ts$/)).sort()
  const names = await Promise.all(
    catalogues.map(async (file) => {
      const code = await readFile(path.join(SOURCES, file), 'utf8')
      return /\bcatalogue\('([\w/-]+)'/.exec(code)?.[1]
    }),
  )
  expect(names).toEqual(catalogues.map((file) => path.dirname(file).replace(/^features\//, '')))
})

async function listSources(pattern = /\.tsx?$/): Promise<string[]> {
  const files = await readdir(SOURCES, { recursive: true })
  return files
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => pattern.test(file) && !/\.test\.tsx?$/.test(file))
}

async function findIn(file: string): Promise<string[]> {
  // Files like `receipt-texts.ts` belong to the catalogue beside them; the login page's has all languages at once.
  if (EXCEPTIONS.includes(file) || /(?:^|[/-])texts\.ts$/.test(file)) return []
  const code = await readFile(path.join(SOURCES, file), 'utf8')
  return findTexts(file, code).map(({ line, text }) => `${file}:${line} ${text}`)
}

interface FoundText {
  readonly line: number
  readonly text: string
}

function findTexts(file: string, code: string): FoundText[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found = new Map<number, string>()
  const keep = ({ start }: ESTree.Node, text: string, pattern: RegExp) => {
    if (pattern.test(text)) found.set(start, text.trim().replace(/\s+/g, ' '))
  }
  const keepAll = (node: ESTree.Node | null) => {
    for (const part of possibleStrings(node)) keep(part, stringValue(part), LETTER)
  }
  const keepChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of children) keepAll(child)
  }
  let unread = 0
  new Visitor({
    JSXElement: keepChildren,
    JSXFragment: keepChildren,
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && READ_NAMES.test(name.name)) keepAll(value)
    },
    'JSXAttribute:exit': ({ name, value }) => {
      if (value !== null && KEYWORDS.has(String(name.name))) found.delete(value.start)
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && READ_NAMES.test(key.name)) keepAll(value)
    },
    Literal: (node) => {
      if (unread === 0) keep(node, stringValue(node), WORDS)
    },
    TemplateElement: (node) => {
      if (unread === 0) keep(node, stringValue(node), WORDS)
    },
    NewExpression: (node) => {
      if (isForConsole(node)) unread += 1
    },
    'NewExpression:exit': (node) => {
      if (isForConsole(node)) unread -= 1
    },
    CallExpression: (node) => {
      if (isForConsole(node)) unread += 1
    },
    'CallExpression:exit': (node) => {
      if (isForConsole(node)) unread -= 1
    },
  }).visit(program)
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([start, text]) => ({ line: code.slice(0, start).split('\n').length, text }))
}

/** Whether the text is thrown or logged. */
function isForConsole({ callee }: ESTree.NewExpression | ESTree.CallExpression): boolean {
  const object = callee.type === 'MemberExpression' ? callee.object : callee
  return object.type === 'Identifier' && /^(?:\w*(?:Error|Exception)|console)$/.test(object.name)
}

/** The strings that an expression may evaluate to, without those it only compares. */
function possibleStrings(node: ESTree.Node | null): ESTree.Node[] {
  switch (node?.type) {
    case 'JSXText':
    case 'Literal':
      return [node]
    case 'TemplateLiteral':
      return [...node.quasis, ...node.expressions.flatMap(possibleStrings)]
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return possibleStrings(node.expression)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(possibleStrings)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return node.operator === '+' || node.type === 'LogicalExpression'
        ? [node.left, node.right].flatMap(possibleStrings)
        : []
    default:
      return []
  }
}

function stringValue(node: ESTree.Node): string {
  if (node.type === 'TemplateElement') return node.value.cooked ?? ''
  return (node.type === 'JSXText' || node.type === 'Literal') && typeof node.value === 'string'
    ? node.value
    : ''
}
