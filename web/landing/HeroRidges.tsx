import { classes } from '../kit/classes.ts'
import { inSteps, ridgePath } from '../kit/ridge-path.ts'

interface Layer {
  path: string
  base: number
  top: string
  foot: string
}

const layer = (seed: number, base: number, amp: number, detail: number, top: string, foot: string): Layer => ({
  path: inSteps(ridgePath(seed, base, amp, detail)),
  base,
  top: `oklch(${top})`,
  foot: `oklch(${foot})`,
})

// Far to near. The folder of the hero is between the second and the third.
const behind = [
  layer(91, 150, 34, 0.6, '.855 .05 222', '.91 .03 222'),
  layer(17, 205, 30, 0.8, '.75 .066 220', '.83 .05 218'),
]
const before = [
  layer(64, 255, 27, 1, '.615 .08 221', '.72 .07 218'),
  layer(5, 308, 26, 1.2, '.475 .08 223', '.575 .08 220'),
  layer(140, 362, 22, 1.3, '.37 .064 225', '.435 .07 223'),
  layer(33, 415, 17, 1.5, '.285 .05 228', '.285 .05 228'),
]

export const BackRidges = () => <Ridges layers={behind} name="far" className="-z-1" />
export const FrontRidges = () => <Ridges layers={before} name="near" className="z-2" />

function Ridges({ layers, name, className }: { layers: Layer[]; name: string; className: string }) {
  return (
    <svg
      viewBox="0 0 1440 460"
      preserveAspectRatio="none"
      aria-hidden="true"
      className={classes('pointer-events-none absolute bottom-0 left-0 h-[400px] w-full min-w-[1100px]', className)}
    >
      {layers.map(({ path, base, top, foot }, index) => (
        <g key={base}>
          <linearGradient
            id={`${name}-${index}`}
            gradientUnits="userSpaceOnUse"
            x1="0"
            x2="0"
            y1={base - 40}
            y2={base + 110}
          >
            <stop stopColor={top} />
            <stop offset="1" stopColor={foot} />
          </linearGradient>
          <path d={path} fill={`url(#${name}-${index})`} />
        </g>
      ))}
    </svg>
  )
}
