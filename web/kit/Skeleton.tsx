import { classes } from './classes.ts'

/** Gray bars where words will be; they appear after 150 ms, so what loads fast never flickers. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return (
    <span className={classes('edge-forced block animate-late rounded-sm bg-mist-2', className)} aria-hidden="true" />
  )
}

/** Rows of the height the loaded ones will have. */
export function SkeletonRows({
  rows = 4,
  label = 'Loading',
  rowHeight = 'h-[72px]',
}: {
  rows?: number
  label?: string
  rowHeight?: string
}) {
  return (
    <div className="divide-y divide-line" aria-busy="true">
      <output className="sr-only">{label}</output>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={classes('flex flex-col justify-center gap-2 px-5', rowHeight)}>
          <Skeleton className={classes('h-4', index % 2 === 0 ? 'w-2/5' : 'w-1/3')} />
          {rowHeight !== 'h-11' && <Skeleton className="h-3.5 w-3/5" />}
        </div>
      ))}
    </div>
  )
}
