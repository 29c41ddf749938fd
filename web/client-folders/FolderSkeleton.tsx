import { FolderCut } from '../kit/Folder.tsx'
import { Skeleton, SkeletonRows } from '../kit/Skeleton.tsx'

/** A folder of the height that the loaded one will have. */
export function FolderSkeleton() {
  return (
    <div aria-busy="true">
      <div className="flex h-13 text-folder">
        <div className="w-64 rounded-tl-xl bg-folder" />
        <FolderCut />
      </div>
      <div className="rounded-xl rounded-tl-none bg-folder px-2 pb-2 sm:px-6 sm:pb-6">
        <div className="flex gap-10 px-2 pt-3 pb-5 sm:px-0">
          <Skeleton className="h-10 w-40 opacity-35" />
          <Skeleton className="h-10 w-28 opacity-35" />
        </div>
        <div className="mt-11 rounded-lg bg-surface">
          <SkeletonRows label="Loading the folder" />
        </div>
      </div>
    </div>
  )
}
