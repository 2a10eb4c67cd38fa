/** Links and citations between documents lead somewhere, and every decision is in the index. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const documents = tracked.filter((file) => file.endsWith('.md'))
const INDEX = 'docs/decisions/README.md'
const records = documents
  .filter((file) => file.startsWith('docs/decisions/') && file !== INDEX)
  .map(parseRecord)

describe('documents', () => {
  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((file) =>
      listLinks(file).filter(({ target, anchor }) =>
        anchor === ''
          ? !existsSync(path.join(root, target))
          : !listAnchors(target).includes(anchor),
      ),
    )
    expect(broken).toEqual([])
  })

  it('contain the sections that the code cites', () => {
    const titles = new Map(documents.map((file) => [file, listTitles(file)]))
    const broken = tracked
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        [...read(file).matchAll(/(docs\/\w+\.md), "?([A-Z].*)/g)]
          .filter(
            ([, cited = '', rest = '']) => !titles.get(cited)?.some((t) => rest.startsWith(t)),
          )
          .map(([citation]) => ({ file, citation })),
      )
    expect(broken).toEqual([])
  })
})

describe('architecture, walks and changes', () => {
  it('name files that exist', () => {
    const text = ['architecture', 'walks', 'changes']
      .map((name) => read(`docs/${name}.md`))
      .join('')
    const missing = [...text.matchAll(/`(?:…\/)?([\w./-]+\.(?:tsx?|css))`/g)]
      .map(([, name = '']) => name)
      .filter((name) => !tracked.some((file) => `/${file}`.endsWith(`/${name}`)))
    expect(missing).toEqual([])
  })
})

describe('decision records', () => {
  it('begin with a number, a title, a date and a status', () => {
    expect(records.length).toBeGreaterThan(70)
    expect(records.filter(({ head }) => head === null).map(({ file }) => file)).toEqual([])
  })

  it('are in the index, with their own titles', () => {
    const rows = read(INDEX).match(/^\| \w+ \| \[\d{3}\].*$/gm) ?? []
    const listed = rows.map((row) => row.replace(/^\| \w+ \| /, '')).sort()
    const expected = records.map(({ file, head }) => {
      const address = path.relative(path.dirname(INDEX), file)
      return `[${head?.number}](${address}) | ${head?.title} | ${head?.date} | ${head?.status} |`
    })
    expect(listed).toEqual(expected.sort())
  })

  it('are in old/ if another one supersedes them, and both say so', () => {
    const superseded = records.filter(({ head }) => head?.status.startsWith('superseded by'))
    const inOld = records.filter(({ file }) => file.startsWith('docs/decisions/old/'))
    expect(superseded).toEqual(inOld)
    for (const verbs of [
      ['Supersedes', 'superseded by'],
      ['Changes', 'Changed by'],
    ] as const) {
      const [stated, confirmed] = verbs.map((verb) =>
        records.flatMap(({ head }) =>
          numbersAfter(verb, head?.line ?? '').map((n) => [head?.number, n]),
        ),
      )
      expect(confirmed?.map(([older, newer]) => [newer, older]).sort()).toEqual(stated?.sort())
    }
  })
})

/** `status` is the index's: its links start from there. */
function parseRecord(file: string) {
  const [title = '', , line = ''] = read(file).split('\n')
  const [, number, name] = /^# (\d{3}) (.+)$/.exec(title) ?? []
  const [, date, status] =
    /^Date: (\d{4}-\d\d-\d\d)\. Status: (accepted|superseded by \[\d{3}\]\([^)]+\))\./.exec(line) ??
    []
  if (number === undefined || status === undefined || !path.basename(file).startsWith(number)) {
    return { file, head: null }
  }
  return { file, head: { number, title: name, line, date, status: status.replace('(../', '(') } }
}

/** The decisions linked in the sentence that begins with the verb. */
function numbersAfter(verb: string, line: string): string[] {
  const sentence = new RegExp(`${verb} (.*?\\))(?=[.:]|$)`).exec(line)?.[1] ?? ''
  return [...sentence.matchAll(/\[(\d{3})\]/g)].map(([, number = '']) => number)
}

function listLinks(file: string) {
  const prose = read(file).replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [target = '', anchor = ''] = link.split('#')
      return {
        file,
        link,
        target: target === '' ? file : path.join(path.dirname(file), target),
        anchor,
      }
    })
}

/** The anchors that GitHub makes from headings. */
function listAnchors(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Headings without their numbers, and the bold beginnings of paragraphs. */
function listTitles(file: string): string[] {
  return [...read(file).matchAll(/^(?:#+ (?:\d+\. )?(.+)|\*\*(.+?)\.\*\*)/gm)].map(
    ([, heading, beginning]) => heading ?? beginning ?? '',
  )
}
