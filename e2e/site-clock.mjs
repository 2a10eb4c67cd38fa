/**
 * Loaded before a server whose clock is some days behind or ahead: `SITE_CLOCK_FILE` has the difference in milliseconds
 * when it starts.
 */
import { readFileSync } from 'node:fs'

const difference = Number(readFileSync(process.env.SITE_CLOCK_FILE, 'utf8'))
const RealDate = Date
const realNow = RealDate.now
RealDate.now = () => realNow() + difference
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) =>
    given.length === 0 ? new target(target.now()) : Reflect.construct(target, given, made),
})
