import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { MACHINES } from './network.ts'

/** The certificate and its key in one file, as HAProxy reads it. */
export const siteCertificate = (directory: string) => path.join(directory, 'rollcall.example.pem')

/** Makes a certificate for the proxy; returns the file to trust. */
export function makeCertificate(directory: string): string {
  const key = path.join(directory, 'key.pem')
  const certificate = path.join(directory, 'certificate.pem')
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=rollcall.example', '-addext']
  const names = `subjectAltName=DNS:rollcall.example,IP:${MACHINES.proxy}`
  const files = ['-days', '2', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', ...made, ...files, ...subject, names], { stdio: 'ignore' })
  writeFileSync(
    siteCertificate(directory),
    readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'),
    { mode: 0o600 },
  )
  return certificate
}
