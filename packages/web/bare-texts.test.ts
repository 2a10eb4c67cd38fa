/**
 * No component is a bare text, which would be beside whatever its place has else, and none of another package is given
 * one beside something else. `src/jsx` gives an element to every text that is written in our elements, but cannot see
 * what a component returns, and other packages make elements without it.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const SOURCES = path.join(import.meta.dirname, 'src')

it('finds components that return a text', () => {
  const found = (code: string) => findBare('page.tsx', code)
  expect(found('function Points({ n }) { return n === 0 ? <b /> : format(n) }')).toEqual(['Points'])
  expect(found('const Name = ({ name }) => name')).toEqual(['Name'])
  expect(
    found('function Box({ children }) { if (!children) return null; return children }'),
  ).toEqual(['Box'])
  expect(found('function Box({ children }) { return <>{children}</> }')).toEqual([])
  expect(found('function Row() { const f = () => "x"; return f() && <li /> }')).toEqual([])
  expect(found('function format(n) { return String(n) }')).toEqual([])
})

it('every component returns an element, or nothing', async () => {
  expect(await findInSources(findBare)).toEqual([])
})

it('finds texts that a component of another package gets beside something else', () => {
  const found = (code: string) =>
    findGiven(
      'page.tsx',
      `import { Link, Select } from 'package'; import { Box } from '#ui/box'; ${code}`,
    )
  expect(found('<Link><i />{name}</Link>')).toEqual(['Link'])
  expect(found('<Link><i />Name</Link>')).toEqual(['Link'])
  expect(found('<Link>{isOpen && open}{isDone && done}</Link>')).toEqual(['Link'])
  expect(found('<NameLink><i />{name}</NameLink>')).toEqual(['NameLink'])
  expect(found('<Link>{name}</Link>')).toEqual([])
  expect(found('<Link><i />{isOpen && <b>{name}</b>}{/* no text */}</Link>')).toEqual([])
  expect(found('<Box><i />{name}</Box>')).toEqual([])
})

it('no component of another package gets a text beside something else', async () => {
  expect(await findInSources(findGiven)).toEqual([])
})

async function findInSources(find: (file: string, code: string) => string[]): Promise<string[]> {
  const files = (await readdir(SOURCES, { recursive: true })).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  )
  const found = await Promise.all(
    files.map(async (file) =>
      find(file, await readFile(path.join(SOURCES, file), 'utf8')).map((name) => `${file} ${name}`),
    ),
  )
  return found.flat()
}

function findBare(file: string, code: string): string[] {
  const { program } = parseSync(file, code)
  const found = new Set<string>()
  /** The functions around what is visited; null: not a component. */
  const around: (string | null)[] = []
  let named: string | null = null
  const check = (returned: ESTree.Node | null) => {
    const name = around.at(-1) ?? null
    if (name !== null && !isElement(returned)) found.add(name)
  }
  const enter = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = ('id' in node ? node.id?.name : null) ?? named
    named = null
    around.push(name !== null && /^[A-Z][a-z]/.test(name) ? name : null)
    if (node.type === 'ArrowFunctionExpression' && node.expression) check(node.body)
  }
  const leave = () => void around.pop()
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      const isFunction = init?.type === 'ArrowFunctionExpression'
      named = isFunction && id.type === 'Identifier' ? id.name : null
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement: ({ argument }) => check(argument),
  }).visit(program)
  return [...found]
}

/** Our `src/jsx` sees fragments, and a select has options, which contain nothing but a text. */
const SAFE: ReadonlySet<string> = new Set(['Fragment', 'NativeSelect'])

function findGiven(file: string, code: string): string[] {
  const { program } = parseSync(file, code)
  const foreign = new Set<string>()
  const found: string[] = []
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (/^[#.]/.test(source.value)) return
      for (const { local } of specifiers) foreign.add(local.name)
    },
    JSXElement: ({ openingElement, children }) => {
      const name = openingElement.name.type === 'JSXIdentifier' ? openingElement.name.name : ''
      // Links of our own pass on what they contain.
      const isForeign = foreign.has(name) || name.endsWith('Link')
      if (!isForeign || SAFE.has(name)) return
      const given = children.filter((child) => !isNothing(child))
      if (given.length > 1 && !given.every(isElement)) found.push(name)
    },
  }).visit(program)
  return found
}

/** Space between lines, and comments. */
function isNothing(child: ESTree.JSXChild): boolean {
  return child.type === 'JSXText'
    ? child.value.trim() === '' && child.value.includes('\n')
    : child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
}

function isElement(node: ESTree.Node | null): boolean {
  switch (node?.type) {
    case undefined:
    case 'JSXElement':
    case 'JSXFragment':
      return true
    case 'Literal':
      return node.value === null
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
      return isElement(node.expression)
    case 'ConditionalExpression':
      return isElement(node.consequent) && isElement(node.alternate)
    case 'LogicalExpression':
      return isElement(node.right)
    case 'CallExpression':
      return (
        node.callee.type === 'Identifier' && /^create(?:Element|Portal)$/.test(node.callee.name)
      )
    default:
      return false
  }
}
