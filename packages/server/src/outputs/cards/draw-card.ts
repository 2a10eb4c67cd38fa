/**
 * Draws a share picture: `satori` lays it out as SVG, and `resvg` turns it into a PNG. Takes a processor about 150 ms.
 */
import { Resvg } from '@resvg/resvg-js'
import { type MarbleShape, marbleLook, marbleShapes } from '@rollcall/scoring/marble'
import satori from 'satori'
import { CARD_HEIGHT, CARD_WIDTH, type Card, type CardRacer } from './card.ts'
import { fontsFor, NAMES, TEXTS } from './card-fonts.ts'

export interface Element {
  type: string
  props: Record<string, unknown>
}

const GROUND = '#0b1214'
const PANEL = '#152226'
const LINE = '#3a525a'
const MUTED = '#a9bbbd'
const RANK_COLORS = ['#ffd54a', '#c9d4d8', '#e29a63']

export async function drawCard(card: Card): Promise<Uint8Array> {
  const { svg } = await drawSvg(card)
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

interface Drawing {
  svg: string
  /** What it shows. */
  card: Card
  /** The letters that no font has. */
  missing: string
}

/** Racers whose names have letters that no font has appear under their logins. */
export async function drawSvg(card: Card): Promise<Drawing> {
  const first = await draw(mapTexts(card, plainEmoji))
  return first.missing === '' ? first : draw(withoutLetters(first))
}

async function draw(card: Card): Promise<Drawing> {
  let missing = ''
  const svg = await satori(layout(card) as Parameters<typeof satori>[0], {
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
    fonts: fontsFor(JSON.stringify(card)),
    loadAdditionalAsset: async (_, letters) => {
      missing += letters
      return []
    },
  })
  return { svg, card, missing }
}

/** Our font has the first part of an emoji of several, such as a man with a rocket, but not the whole. */
function plainEmoji(text: string): string {
  return text.replace(/\p{RGI_Emoji}/gv, (emoji) =>
    /^\p{RI}/u.test(emoji) ? emoji : (Array.from(emoji)[0] ?? ''),
  )
}

function withoutLetters({ card, missing }: Drawing): Card {
  const letters = new Set(missing)
  const hasMissing = (text: string) => Array.from(text).some((letter) => letters.has(letter))
  return mapTexts(
    card,
    (text) => Array.from(text, (letter) => (letters.has(letter) ? '' : letter)).join(''),
    ({ key, name }) => (hasMissing(name) ? key : name),
  )
}

function mapTexts(
  card: Card,
  change: (text: string) => string,
  nameOf = ({ name }: CardRacer) => change(name),
): Card {
  const texts = { title: change(card.title), about: change(card.about) }
  const named = (racer: CardRacer) => ({ ...racer, name: nameOf(racer) })
  switch (card.kind) {
    case 'announcement':
      return { ...card, ...texts }
    case 'racer':
      return { ...card, ...texts, racer: named(card.racer) }
    case 'board':
    case 'podium':
      return { ...card, ...texts, racers: card.racers.map(named) }
  }
}

/** The picture's layout for `satori`. */
export function layout(card: Card): Element {
  return box(
    {
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      padding: '48px 64px',
      background: GROUND,
      color: '#fff',
      fontFamily: TEXTS,
      fontSize: 26,
    },
    line({ fontFamily: NAMES, fontSize: 60, lineHeight: 1.4 }, card.title),
    line({ color: MUTED, marginTop: 4 }, card.about),
    box({ flexGrow: 1, alignItems: 'center', justifyContent: 'center' }, ...middle(card)),
    box(
      { borderTop: `2px solid ${LINE}`, paddingTop: 18, color: MUTED, fontSize: 24 },
      line({}, card.site),
    ),
  )
}

function middle(card: Card): Element[] {
  switch (card.kind) {
    case 'announcement':
      return ['Gravel', 'marbles', 'roll', 'call', 'soon'].map((name) =>
        box({ margin: '0 24px' }, marble({ key: name, color: null }, 128)),
      )
    case 'racer':
      return [racerPart(card)]
    case 'board':
      return [list(card.racers, card.covered)]
    case 'podium':
      return [podium(card)]
  }
}

function racerPart({ racer, of, unit = 'points' }: Card & { kind: 'racer' }): Element {
  const { name, rank, points } = racer
  return box(
    { width: '100%', alignItems: 'center' },
    marble(racer, 240),
    box(
      { flexDirection: 'column', flexGrow: 1, flexBasis: 0, marginLeft: 56, minWidth: 0 },
      line({ fontFamily: NAMES, fontSize: 76, lineHeight: 1.4 }, name),
      box(
        { alignItems: 'baseline', fontFamily: NAMES },
        box({ fontSize: 112, color: rankColor(rank), marginRight: 20 }, `#${rank}`),
        box({ fontSize: 40, color: MUTED }, `of ${of.toLocaleString('en-US')}`),
      ),
      box({ fontFamily: NAMES, fontSize: 48 }, `${points} ${unit}`),
    ),
  )
}

const STEP_NAME_PX = 332

/** Small enough that most names fit onto a step of the podium; longer ones are cut. */
function stepNameSize(name: string): number {
  // Rather too wide than too narrow.
  const width = Array.from(name).reduce((sum, letter) => {
    if (letter > '\u02ff') return sum + 1
    return sum + (/[MWmw@%]/.test(letter) ? 0.7 : 0.45)
  }, 0)
  return Math.round(Math.min(46, Math.max(28, STEP_NAME_PX / width)))
}

/** The winner in the middle; racers who share a rank are equally large. */
function podium({ racers, more, unit = 'points' }: Card & { kind: 'podium' }): Element {
  const [first, second, third] = racers
  // Leaves room for the line below.
  const winnerPx = more === 0 ? 200 : 150
  const steps = [second, first, third].flatMap((racer) =>
    racer === undefined
      ? []
      : [
          box(
            { width: 352, flexDirection: 'column', alignItems: 'center' },
            marble(racer, racer.rank === 1 ? winnerPx : 140),
            box(
              { marginTop: 10, fontFamily: NAMES, fontSize: 34, color: rankColor(racer.rank) },
              `#${racer.rank}`,
            ),
            line(
              {
                fontFamily: NAMES,
                fontSize: stepNameSize(racer.name),
                lineHeight: 1.4,
                maxWidth: STEP_NAME_PX,
              },
              racer.name,
            ),
            box({ color: MUTED }, `${racer.points} ${unit}`),
          ),
        ],
  )
  return box(
    { flexDirection: 'column', alignItems: 'center' },
    box({ alignItems: 'center' }, ...steps),
    ...(more === 0 ? [] : [box({ marginTop: 12, fontFamily: NAMES, fontSize: 34 }, andMore(more))]),
  )
}

const andMore = (count: number) => `and ${count.toLocaleString('en-US')} more`

function list(racers: readonly CardRacer[], covered: number): Element {
  const hidden = covered === 1 ? 'Rank 1 is still hidden' : `Ranks 1 to ${covered} are still hidden`
  return box(
    { width: '100%', flexDirection: 'column' },
    box({ marginBottom: 12 }, hidden),
    ...racers.map((racer) =>
      box(
        {
          height: 66,
          marginTop: 8,
          padding: '0 20px',
          alignItems: 'center',
          background: PANEL,
          borderRadius: 10,
          fontFamily: NAMES,
          fontSize: 38,
        },
        box({ width: 88, color: MUTED }, `#${racer.rank}`),
        marble(racer, 46),
        line({ flexGrow: 1, flexBasis: 0, margin: '0 20px', lineHeight: 1.5 }, racer.name),
        box({}, racer.points),
      ),
    ),
  )
}

const rankColor = (rank: number) => RANK_COLORS[rank - 1] ?? '#fff'

function box(style: object, ...children: (Element | string)[]): Element {
  return {
    type: 'div',
    props: { style: { display: 'flex', boxSizing: 'border-box', ...style }, children },
  }
}

/** Text that another person chose: one line, cut if it is too long. */
function line(style: object, text: string): Element {
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 }
  return { type: 'div', props: { style: { display: 'block', ...cut, ...style }, children: text } }
}

function marble({ key, color }: Pick<CardRacer, 'key' | 'color'>, sizePx: number): Element {
  const shapes = marbleShapes(marbleLook(key, color), 'light')
  return {
    type: 'svg',
    props: {
      width: sizePx,
      height: sizePx,
      viewBox: '0 0 64 64',
      style: { borderRadius: sizePx / 2, flexShrink: 0 },
      children: shapes.map(element),
    },
  }
}

function element({ type, attributes, children }: MarbleShape): Element {
  return { type, props: { ...attributes, children: children.map(element) } }
}
