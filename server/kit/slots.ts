// What each caller has in progress on this instance, so that one of them can't take the capacity of all.

export interface Slots {
  /** Takes a slot and returns the function that frees it, or null if the caller has none left. */
  take(caller: string): (() => void) | null
}

/** @param max for each caller */
export function openSlots(max: number): Slots {
  const taken = new Map<string, number>()
  return {
    take(caller) {
      const before = taken.get(caller) ?? 0
      if (before >= max) return null
      taken.set(caller, before + 1)
      let isFree = false
      return () => {
        if (isFree) return
        isFree = true
        const left = (taken.get(caller) ?? 1) - 1
        if (left === 0) taken.delete(caller)
        else taken.set(caller, left)
      }
    },
  }
}
