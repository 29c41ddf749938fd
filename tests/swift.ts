// A real S3-compatible server for tests: OpenStack Swift as packaged by Debian, on one disk, for the duration of the
// tests.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Settings } from '../server/file-storage/file-store.ts'

export const hasSwift = ['swift-proxy-server', 'swift-object-server', 'memcached'].every((name) =>
  existsSync(`/usr/bin/${name}`),
)

export interface Swift {
  settings: S3Settings
  /** Freezes and resumes the server: it accepts connections but never replies. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

const user = 'test:tester'
const secret = 'testing'

export async function startSwift(bucket: string): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-swift-'))
  const ports = await freePorts(5)
  const [proxy, object, container, account, memcached] = ports as [number, number, number, number, number]
  await mkdir(join(folder, 'disks', 'd1'), { recursive: true })
  await writeFile(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = portal\nswift_hash_path_suffix = portal\n',
  )
  await writeFile(join(folder, 'proxy.conf'), proxyConf(proxy, memcached, folder))
  for (const [name, port] of Object.entries({ object, container, account })) {
    await writeFile(join(folder, `${name}.conf`), serverConf(name, port, folder))
  }
  makeRings(folder, { object, container, account })
  const children = [
    spawn('memcached', ['-u', userInfo().username, '-l', '127.0.0.1', '-p', String(memcached), '-m', '16'], {
      stdio: process.env.SWIFT_LOUD ? 'inherit' : 'ignore',
    }),
    ...['object', 'container', 'account', 'proxy'].map((name) =>
      spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], {
        stdio: process.env.SWIFT_LOUD ? 'inherit' : 'ignore',
      }),
    ),
  ]
  const portal = children.at(-1) as ChildProcess
  const stop = async () => {
    await Promise.all(children.map((child) => ended(child)))
    await rm(folder, { recursive: true, force: true })
  }
  const settings = {
    endpoint: `http://127.0.0.1:${proxy}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: user,
    secretAccessKey: secret,
  }
  try {
    for (const port of [object, container, account, proxy]) await answering(`http://127.0.0.1:${port}/healthcheck`)
    await makeBucket(settings)
  } catch (error) {
    await stop()
    throw error
  }
  return { settings, freeze: () => void portal.kill('SIGSTOP'), thaw: () => void portal.kill('SIGCONT'), stop }
}

export async function makeBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings) {
  const { AwsClient } = await import('aws4fetch')
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region, retries: 0 })
  for (let tries = 0; ; tries++) {
    const made = await client.fetch(`${endpoint}/${bucket}`, { method: 'PUT' })
    if (made.ok || made.status === 409) return
    if (tries > 50) throw new Error(`The bucket could not be made: ${made.status} ${await made.text()}`)
    await wait(100)
  }
}

/** Builds the rings directly, since each call of swift-ring-builder takes a second. */
function makeRings(folder: string, ports: Record<string, number>) {
  const script = `
import json, sys
from swift.common.ring import RingBuilder
for name, port in json.loads(sys.argv[2]).items():
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1.0,
                     'replication_ip': '127.0.0.1', 'replication_port': port, 'meta': ''})
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')
`
  const { status, stderr } = spawnSync('/usr/bin/python3', ['-c', script, folder, JSON.stringify(ports)])
  if (status !== 0) throw new Error(`The rings could not be made: ${stderr.toString()}`)
}

const proxyConf = (port: number, memcached: number, folder: string) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
[pipeline:main]
pipeline = catch_errors healthcheck cache listing_formats bulk s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 100000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
min_segment_size = 5242880
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${secret} .admin
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`

const serverConf = (name: string, port: number, folder: string) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'disks')}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function answering(url: string) {
  for (let tries = 0; tries < 600; tries++) {
    const isThere = await fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await wait(100)
  }
  throw new Error('Swift did not start')
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGCONT')
  child.kill('SIGKILL')
  await exit
}
