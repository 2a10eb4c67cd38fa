import { describe, expect, it } from 'vitest'
import { isInstallerName, versionInName } from './installer-name.ts'

describe('the name of an installer', () => {
  it.each([
    'Rollcall-Companion-2.4.0.exe',
    'Setup (64 bit) v12.EXE',
    'a.exe',
    'marble+races_1.0.exe',
  ])('may be %s', (name) => {
    expect(isInstallerName(name)).toBe(true)
  })

  it.each([
    '',
    '.exe',
    '.hidden.exe',
    'setup.exe.txt',
    'setup.msi',
    'setup',
    '../setup.exe',
    'a/b.exe',
    'a\\b.exe',
    'C:setup.exe',
    'set"up.exe',
    'set\nup.exe',
    'set\0up.exe',
    'größe.exe',
    `${'a'.repeat(150)}.exe`,
  ])('may not be %j', (name) => {
    expect(isInstallerName(name)).toBe(false)
  })
})

describe('the version in a name', () => {
  it.each([
    ['Rollcall-Companion-2.4.0.exe', '2.4.0'],
    ['Companion_x64_1.10.exe', '1.10'],
    ['Setup-12.exe', '12'],
    ['Setup v7.exe', '7'],
    ['Companion 3 (beta).exe', '3'],
    ['setup_x64.exe', null],
    ['Companion.exe', null],
    ['v2companion.exe', null],
  ])('%s: %s', (name, version) => {
    expect(versionInName(name)).toBe(version)
  })
})
