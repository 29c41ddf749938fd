// Blue Ridge silhouettes from a seed: the same on the server, in the prerendered page and in the browser.

/** One ridge line, closed along the foot of its w × h view box. */
export function ridgePath(seed: number, base: number, amp: number, detail = 1, w = 1440, h = 460): string {
  const random = generator(seed)
  for (let i = 0; i < 5; i++) random()
  const waves = Array.from({ length: 9 }, (_, i) => ({
    frequency: 1.62 ** i * (0.55 + random() * 0.3),
    phase: random() * 6.283,
    height: amp * (0.56 + 0.06 * detail) ** i * (0.7 + random() * 0.5),
  }))
  let path = ''
  let [lastX, lastY] = [0, 0]
  for (let i = 0; i <= 96; i++) {
    let rise = 0
    for (const wave of waves) rise += Math.sin((i / 96) * 6.283 * wave.frequency + wave.phase) * wave.height
    const [x, y] = [Math.round((i / 96) * w), Math.round(base - rise)]
    const [midX, midY] = [Math.round((lastX + x) / 2), Math.round((lastY + y) / 2)]
    if (i === 0) path += `M0 ${h}V${y}`
    else path += i === 1 ? `L${midX} ${midY}` : `Q${lastX} ${lastY} ${midX} ${midY}`
    ;[lastX, lastY] = [x, y]
  }
  return `${path}L${w} ${lastY}V${h}Z`
}

/** The same path in steps from point to point: half the characters, a tenth of the landing page. */
export function inSteps(path: string): string {
  let [x, y] = [0, 0]
  return path.replace(/([MVLQ])([^A-Z]*)/g, (whole, command: string, text: string) => {
    const numbers = text.split(' ').map(Number)
    if (command === 'V') numbers.unshift(x)
    const steps = numbers.map((at, index) => at - (index % 2 === 0 ? x : y))
    ;[x, y] = [numbers.at(-2) ?? 0, numbers.at(-1) ?? 0]
    if (command === 'M') return whole
    return command.toLowerCase() + (command === 'V' ? steps.slice(1) : steps).join(' ').replaceAll(' -', '-')
  })
}

/** Numerical Recipes' linear congruential generator, 32 bits. */
const generator = (seed: number) => () => (seed = (seed * 1664525 + 1013904223) >>> 0) / 4294967296
