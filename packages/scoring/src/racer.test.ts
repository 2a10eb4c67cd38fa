import { describe, expect, it } from 'vitest'
import { normalLogin, racerKey, racerName } from './racer.ts'

describe('racerKey', () => {
  it('ignores letter case and how letters are composed', () => {
    expect(racerKey({ platform: 'Twitch', login: 'Re\u0301MY' })).toBe(
      racerKey({ platform: 'twitch', login: 'r\u00e9my' }),
    )
  })

  it('keeps platforms apart', () => {
    expect(racerKey({ platform: 'kick', login: 'ada' })).not.toBe(
      racerKey({ platform: 'twitch', login: 'ada' }),
    )
  })
})

describe('normalLogin', () => {
  it('joins letters that lower-casing splits', () => {
    const login = normalLogin('\u0130\u0307')
    expect(normalLogin(login)).toBe(login)
  })
})

describe('racerName', () => {
  it.each([
    ['twitch', 'Ada', 'ada'],
    ['Twitch', 'ada', 'ada'],
    ['kick', 'Ada', 'ada (Kick)'],
    ['YouTube', 'ada', 'ada (YouTube)'],
    ['youtube', 'ada', 'ada (YouTube)'],
    ['TIKTOK', 'ada', 'ada (TikTok)'],
  ])('on %s %s is %s', (platform, login, name) => {
    expect(racerName({ platform, login })).toBe(name)
  })
})
