// From numbers to places on a chart: where the gridlines are, and which columns have room for their label.

/** Two to four steps of a round size above zero, the last at or above the highest value; one step where all is nothing. */
export function gridOf(highest: number, minStep = 1): number[] {
  const step = roundStep(Math.max(highest, minStep) / 4, minStep)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_, i) => i * step)
}

/** The smallest of 1, 2, 5, 10, 20, 50, … minSteps that is not below. */
function roundStep(atLeast: number, minStep: number): number {
  for (let power = minStep; ; power *= 10)
    for (const times of [1, 2, 5]) if (power * times >= atLeast) return power * times
}

/** Every how many columns a label fits; the last one always has its own. */
export const labelEvery = (columnWidth: number, labelWidth = 46): number =>
  Math.max(1, Math.ceil(labelWidth / Math.max(columnWidth, 1)))
