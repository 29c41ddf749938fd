// The portal's commands, run as somebody at a terminal runs them.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const programs = join(import.meta.dirname, '../../../dist/server')

export interface Ended {
  code: number | null
  said: string
  seconds: number
}

export async function runCommand(name: string, args: string[], settings: NodeJS.ProcessEnv): Promise<Ended> {
  const began = performance.now()
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, [join(programs, `${name}.js`), ...args], {
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said: said.join(''), seconds: (performance.now() - began) / 1000 }
}
