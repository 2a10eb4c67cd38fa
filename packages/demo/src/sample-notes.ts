interface SampleNote {
  readonly title: string
  readonly content: string
}

export const SAMPLE_NOTES: readonly SampleNote[] = [
  {
    title: 'Companion 2.2: events',
    content: `The companion knows your **events** now.

- Press *Start* when the first lobby opens and *End* after the last one; the results are uploaded automatically.
- Events that you made on the web pages are listed as soon as they begin.

> An event without results stays open for a week: nothing is lost if your connection is.
`,
  },
  {
    title: 'Companion 2.3: your own address',
    content: `Uploads carry **your upload key** from now on.

1. Open *Download* and make your key.
2. Copy the companion address.
3. Paste it in place of the host in the companion's settings.

If somebody saw the address on stream, replace the key: the old one stops working immediately.
`,
  },
  {
    title: 'Companion 2.3.1',
    content: `- Names with letters beyond \`a–z\` are uploaded as they are written.
- A race that ends while the companion starts is no longer missed.
- ~~Season numbers had to be typed by hand.~~ The companion asks for them.
`,
  },
  {
    title: 'Companion 2.4: checkpoints and tilt levels',
    content: `Every checkpoint counts, and so does every level that your viewers survive.

## What is new

| game | what is uploaded | since |
| --- | --- | --- |
| Race | places, points, **checkpoints** | 2.4 |
| Royale | kills, damage, crown wins | 2.2 |
| Tilt | **levels survived**, top tiltee | 2.4 |

## What to do

- [x] Install the new version over the old one
- [ ] Choose in your [leaderboard configuration](/new-leaderboard-config) what a checkpoint is worth

An upload *replaces* the previous one of the season, so nothing is counted twice.
`,
  },
]
