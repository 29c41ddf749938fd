// Tools that not every machine has, and how each is installed.
import { spawn, spawnSync } from 'node:child_process'
import { Missing } from '../check.ts'

export function need(tool: string, packageName = tool): void {
  if (spawnSync('which', [tool]).status === 0) return
  throw new Missing(`${tool} is not installed: apt-get install ${packageName}`)
}

/** Runs a tool to its end, or to the end of its time. */
export async function runTool(tool: string, args: string[], seconds: number): Promise<string> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1000 })
  const said: string[] = []
  child.stdout.on('data', (data: Buffer) => said.push(data.toString()))
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()))
  await new Promise((resolve) => child.once('close', resolve))
  return said.join('')
}
