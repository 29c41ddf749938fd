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
      <div className="mb-4 rounded-xl rounded-tl-none bg-folder px-4 pt-1 pb-4 sm:mb-5 sm:px-6">
        <div className="flex gap-10 pt-2">
          <Skeleton className="h-10 w-40 opacity-35" />
          <Skeleton className="h-10 w-28 opacity-35" />
        </div>
      </div>
      <div className="mt-11 rounded-lg border border-line bg-surface">
        <SkeletonRows label="Loading the folder" />
      </div>
    </div>
  )
}
