// Writes the film strips and the tables of all journeys when they have ended, and prints the totals.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { filmStrips } from './film-strip.ts'
import { attachmentName, type FinishedJourney, type Journey, results } from './journey.ts'
import { actTable, asMarkdown, asText, journeyTable, stepTable } from './tables.ts'

export default class JourneyReporter implements Reporter {
  readonly journeys: FinishedJourney[] = []

  onBegin() {
    rmSync(join(results, 'pictures'), { recursive: true, force: true })
  }

  onTestEnd(_test: TestCase, result: TestResult) {
    const body = result.attachments.find(({ name }) => name === attachmentName)?.body
    if (body === undefined) return
    const journey = JSON.parse(body.toString()) as Journey
    this.journeys.push({ ...journey, isPassed: result.status === 'passed' })
  }

  onEnd() {
    const { journeys } = this
    if (journeys.length === 0) return
    mkdirSync(results, { recursive: true })
    writeFileSync(join(results, 'index.html'), filmStrips(journeys))
    const totals = [journeyTable(journeys), actTable(journeys)]
    writeFileSync(
      join(results, 'journeys.md'),
      ['# Journeys', '', ...[...totals, ...journeys.map(stepTable)].map(asMarkdown)].join('\n'),
    )
    writeFileSync(join(results, 'journeys.json'), JSON.stringify(journeys, null, 2))
    process.stdout.write(`\n${totals.map(asText).join('\n')}\n`)
    for (const { group, title, size, isPassed, faults } of journeys) {
      if (!isPassed) process.stdout.write(`Not finished: ${group}: ${title} (${size})\n`)
      for (const fault of faults) process.stdout.write(`In the browser: ${title} (${size}): ${fault}\n`)
    }
    process.stdout.write(`Film strips: ${join(results, 'index.html')}\n`)
  }
}
