// A large library made of the one that comes with the portal: its sections dealt out anew, with words changed here and there.
import type { LibraryPolicy } from '../server/hr-assistant/search/passages.ts'

/** The first are the policies as they are; the others have a few sections each, taken from all of them in turn. */
export function manyPolicies(policies: LibraryPolicy[], count: number): LibraryPolicy[] {
  const sections = policies.flatMap((policy) => policy.sections)
  const made = [...policies]
  for (let n = made.length; n < count; n++) {
    const own = Array.from(
      { length: 12 },
      (_, i) => sections[(n * 17 + i * 31) % sections.length] as (typeof sections)[number],
    )
    const like = policies[n % policies.length] as LibraryPolicy
    made.push({
      ...like,
      id: `made-${n}`,
      slug: `made-${n}`,
      title: `Circular ${n}`,
      sections: own.map((section, i) => ({ ...section, anchor: `part-${i}`, heading: `${section.heading} ${n}` })),
    })
  }
  return made
}
