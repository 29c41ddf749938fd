// nginx with the example of docs/deploy, on sockets instead of ports.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './source-files.ts'

const isInstalled = ['nginx', 'openssl'].every((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)

describe.skipIf(!isInstalled)('the nginx example (skipped without nginx)', () => {
  let folder: string
  let portal: Server
  let nginx: ChildProcess
  /** What the portal has received, with or without its body. */
  const received: string[] = []
  const sockets: TLSSocket[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-nginx-'))
    portal = createServer((request, response) => {
      received.push(request.url ?? '')
      portal.emit('received')
      request.resume().on('end', () => response.end('Thanks'))
    }).listen(join(folder, 'portal'))
    await once(portal, 'listening')
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'privkey.pem')]
    const certificate = ['-out', join(folder, 'fullchain.pem'), '-days', '1', '-subj', '/CN=portal.example.com']
    expect(spawnSync('openssl', ['req', '-x509', ...key, ...certificate]).status).toBe(0)
    const example = readFileSync(join(root, 'docs/deploy/nginx.conf'), 'utf8')
      .replace(/^.*listen \[::\].*$/gm, '')
      .replaceAll('listen 443', `listen unix:${folder}/https`)
      .replaceAll('listen 80', `listen unix:${folder}/http`)
      .replaceAll(/127\.0\.0\.1:\d+/g, `unix:${folder}/portal`)
      .replaceAll('/etc/letsencrypt/live/portal.example.com', folder)
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/t;`)
    const config = join(folder, 'nginx.conf')
    const http = `http { access_log off; ${paths.join(' ')}\n${example}\n}`
    writeFileSync(config, `daemon off; master_process off; pid ${folder}/pid; events {}\n${http}\n`)
    const checked = spawnSync('nginx', ['-t', '-e', 'stderr', '-c', config], { encoding: 'utf8' })
    expect(checked.stderr).toContain('test is successful')
    nginx = spawn('nginx', ['-e', 'stderr', '-c', config, '-g', 'error_log stderr notice;'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    await new Promise<void>((started, failed) => {
      nginx.stderr?.on('data', (data: Buffer) => (log += data.toString()).includes('OS:') && started())
      nginx.once('close', () => failed(new Error(log)))
    })
  })
  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    const ended = once(nginx, 'exit')
    nginx.kill()
    await ended
    portal.closeAllConnections()
    portal.close()
    rmSync(folder, { recursive: true })
  })

  /** A request of ten bytes, without the last five. */
  async function sendHalf(path: string): Promise<TLSSocket> {
    const socket = connect({ path: join(folder, 'https'), rejectUnauthorized: false })
    sockets.push(socket)
    await once(socket, 'secureConnect')
    socket.write(`POST ${path} HTTP/1.1\r\nHost: portal.example.com\r\nContent-Length: 10\r\n\r\nHello`)
    return socket
  }

  it('forwards a small request when its body is complete, and files as they arrive', async () => {
    const slow = await sendHalf('/api/requests')
    const upload = once(portal, 'received')
    await sendHalf('/api/verification')
    await upload
    expect(received).toEqual(['/api/verification'])
    const small = once(portal, 'received')
    slow.write('World')
    await small
    expect(received).toEqual(['/api/verification', '/api/requests'])
    const [answer] = (await once(slow, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 OK/)
  })
})
