import { describe, expect, it } from 'vitest'
import {
  clientIdSetting,
  DEFAULT_PLATFORM,
  findPlatform,
  PLATFORMS,
  platformName,
  SIGN_IN_PLATFORMS,
} from './platforms.ts'
import { qualifiedLogin, racerName, racerOfName } from './racer.ts'

describe('platforms', () => {
  it('have names as people write them, also those that we do not know', () => {
    expect(['twitch', 'youtube', 'kick', 'tiktok', 'rumble'].map(platformName)).toEqual([
      ...['Twitch', 'YouTube', 'Kick', 'TikTok', 'Rumble'],
    ])
    expect(findPlatform('constructor')).toBeUndefined()
  })

  it('are in lower case, and their names differ from them in letter case only', () => {
    for (const [platform, { name, channels }] of Object.entries(PLATFORMS)) {
      expect(name.toLowerCase()).toBe(platform)
      expect(new URL(`${channels}somebody`).href).toBe(`${channels}somebody`)
    }
  })

  it('are found again in the names of racers', () => {
    for (const platform of [...Object.keys(PLATFORMS), 'rumble']) {
      const racer = { platform, login: 'somebody' }
      expect(racerOfName(racerName(racer))).toEqual(racer)
    }
  })

  it('are part of a login elsewhere than on the default one', () => {
    expect(qualifiedLogin({ platform: DEFAULT_PLATFORM, login: 'a' })).toBe('a')
    expect(qualifiedLogin({ platform: 'kick', login: 'a' })).toBe('kick:a')
  })

  it('are signed in with by a setting of their own', () => {
    expect(SIGN_IN_PLATFORMS.map(clientIdSetting)).toEqual(['TWITCH_CLIENT_ID'])
  })
})
