// An HTML page with the pictures of each journey in a row.
import { escapeHtml } from '../../api/page-tokens.ts'
import { type FinishedJourney, type Step, sizes, sumOf } from './journey.ts'
import { seconds } from './tables.ts'

const style = `
body { margin: 0; padding: 24px; background: #f3f4f1; color: #142c36; font: 14px/20px system-ui, sans-serif }
h1, h2 { font-weight: 600 }
h2 { margin: 40px 0 4px; font-size: 18px }
p { margin: 0 0 8px }
nav ol { columns: 2; padding-left: 24px }
.strip { display: flex; gap: 16px; margin: 0; padding: 8px 0 16px; list-style: none; overflow-x: auto }
.strip img { display: block; border: 1px solid #c6d0d4; background: #fff }
.desk img { width: 720px }
.phone img { width: 260px }
figure { margin: 0 }
figcaption { max-width: 100%; padding-top: 6px; contain: inline-size }
.quiet { color: #5c6f78 }
.failed { color: #a3262a }
`

const plural = (count: number, word: string) => `${count.toLocaleString('en-US')} ${count === 1 ? word : `${word}s`}`

/** "2 clicks, 1 field, 240 px scrolled, 0.8 s" */
function countWords(counts: ReturnType<typeof sumOf>): string {
  return [
    plural(counts.clicks, 'click'),
    ...(counts.fields > 0 ? [plural(counts.fields, 'field')] : []),
    ...(counts.keys > 0 ? [plural(counts.keys, 'key')] : []),
    ...(counts.scrolled > 0 ? [`${counts.scrolled.toLocaleString('en-US')} px scrolled`] : []),
    seconds(counts.seconds),
  ].join(', ')
}

const frame = (step: Step, index: number) => `<li><figure>
${step.picture === null ? '<p class="failed">No picture</p>' : picture(step.picture, step.title)}
<figcaption><strong>${index + 1}. ${escapeHtml(step.title)}</strong><br>
<span class="quiet">${escapeHtml(step.person)} · ${countWords(step)}</span></figcaption>
</figure></li>`

const picture = (path: string, title: string) =>
  `<a href="${escapeHtml(path)}"><img src="${escapeHtml(path)}" alt="${escapeHtml(title)}" loading="lazy"></a>`

const idOf = (index: number) => `journey-${index + 1}`

function strip(journey: FinishedJourney, index: number): string {
  const { group, title, size, steps, faults, isPassed } = journey
  const { width, height } = sizes[size].viewport
  return `<section id="${idOf(index)}" class="${size}">
<h2>${escapeHtml(`${group}: ${title}`)} <span class="quiet">${width} × ${height}</span></h2>
<p>${countWords(sumOf(steps))}${isPassed ? '' : ' · <strong class="failed">did not reach its end</strong>'}</p>
${faults.map((fault) => `<p class="failed">${escapeHtml(fault)}</p>`).join('\n')}
<ol class="strip">
${steps.map(frame).join('\n')}
</ol>
</section>`
}

const linkTo = ({ group, title, size }: FinishedJourney, index: number) =>
  `<li><a href="#${idOf(index)}">${escapeHtml(`${group}: ${title}`)}</a> (${size})</li>`

export const filmStrips = (journeys: readonly FinishedJourney[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Journeys</title>
<style>${style}</style>
<h1>Journeys</h1>
<nav><ol>
${journeys.map(linkTo).join('\n')}
</ol></nav>
${journeys.map(strip).join('\n')}
</html>
`
