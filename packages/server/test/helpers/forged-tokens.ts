/** Forged session tokens, made from a good one. */
import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'

export interface Forgery {
  header?: Partial<JWTHeaderParameters>
  payload?: JWTPayload
  key?: Parameters<SignJWT['sign']>[0]
}

export interface Forger {
  /** Signed as by the server, except for the test's change. */
  forge(change: Forgery): Promise<string>
  /** The content of the good token without a signature. */
  unsigned(header: object): string
  /** Signed with a public key as if it were the secret of HS256. */
  confused(): Promise<string>
  /** Signed with the forger's own private key. */
  foreignRsa(): Promise<string>
}

export function openForger(good: string, signingKey: Uint8Array): Forger {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const forge = ({ header = {}, payload = {}, key = signingKey }: Forgery) =>
    new SignJWT({ ...decodeJwt(good), ...payload })
      .setProtectedHeader({ alg: 'HS256', typ: 'rollcall-session+jwt', ...header })
      .sign(key)
  return {
    forge,
    unsigned: (header) =>
      `${encode({ typ: 'rollcall-session+jwt', ...header })}.${good.split('.')[1]}.`,
    confused: () => {
      const pem = rsa.publicKey.export({ type: 'spki', format: 'pem' })
      return forge({ key: new Uint8Array(Buffer.from(pem)) })
    },
    foreignRsa: () => forge({ header: { alg: 'RS256' }, key: rsa.privateKey }),
  }
}
