// What the public page says. Plain and specific; no customers, figures or promises that we do not have.
import type { LucideIcon } from 'lucide-react'
import {
  BriefcaseBusiness,
  GraduationCap,
  Handshake,
  Landmark,
  Lightbulb,
  ShieldCheck,
  Sprout,
  Store,
  Users,
  UsersRound,
} from 'lucide-react'
import type { ServiceType } from '../../domain/service-request.ts'

export const sections = [
  { id: 'home', label: 'Home' },
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

export interface ServiceWords {
  type: ServiceType
  icon: LucideIcon
  name: string
  brief: string
  detail: string
  includes: string[]
}

export const serviceWords: ServiceWords[] = [
  {
    type: 'hr-operations',
    icon: ShieldCheck,
    name: 'HR Operations and Compliance',
    brief: 'Employee relations, compensation, performance reviews and HRIS, run to Virginia law.',
    detail:
      'The work an HR department does every week, done for you. We keep personnel files and notices in order, run the review calendar, and tell you before a rule changes rather than after.',
    includes: ['Employee relations', 'Compensation', 'Performance management', 'HRIS systems'],
  },
  {
    type: 'hr-consulting',
    icon: BriefcaseBusiness,
    name: 'HR Consulting',
    brief: 'Handbooks, policies and a second opinion before the hard conversation.',
    detail:
      'A project with a start, an end and a price you see beforehand. You describe the question; we write the proposal, do the work, and leave you documents that you can use without us.',
    includes: ['Employee handbooks', 'Policy reviews', 'Workplace investigations', 'Organization and job design'],
  },
  {
    type: 'talent-acquisition',
    icon: Users,
    name: 'Talent Acquisition',
    brief: 'Job descriptions, sourcing, interviews and offers for roles you cannot leave open.',
    detail:
      'From the job description to the first day. We write the posting, screen the applicants, sit in on the interviews you want us in, and draft an offer that holds up.',
    includes: ['Job descriptions and postings', 'Sourcing and screening', 'Interview panels', 'Offers and onboarding'],
  },
  {
    type: 'leadership-coaching',
    icon: Sprout,
    name: 'Leadership & Training',
    brief: 'Coaching for first-time managers, principals and the people they lead.',
    detail:
      'Small groups and one-to-one sessions about situations your managers are in this month: giving feedback, running a review, setting a schedule, handling a complaint.',
    includes: ['Manager coaching', 'Supervisor training', 'Required annual training', 'Team workshops'],
  },
]

export const served = [
  {
    icon: Store,
    name: 'Small businesses',
    text: 'Fewer than 500 employees, often without an HR department of their own.',
  },
  {
    icon: Landmark,
    name: 'K-12 education',
    text: 'Public schools: licensure, background checks and mandated-reporter duties, kept in order.',
  },
  {
    icon: GraduationCap,
    name: 'Private education',
    text: 'Faculty contracts, handbooks and hiring calendars that fit a school year.',
  },
]

export const values = [
  {
    icon: Handshake,
    name: 'Engagement',
    text: 'You work with one consultant who knows your people and your calendar, and who answers.',
  },
  {
    icon: Lightbulb,
    name: 'Innovation',
    text: 'Signatures, documents and messages are in one folder instead of in six inboxes.',
  },
  {
    icon: UsersRound,
    name: 'Inclusivity',
    text: 'Policies are written so that everyone they apply to can read them and is treated alike under them.',
  },
]

export const approach = [
  { name: 'Assess', text: 'We read what you have, talk with the people concerned, and write down what we found.' },
  {
    name: 'Plan',
    text: 'You get a proposal with the steps, the dates and the price. Nothing starts before you approve it.',
  },
  { name: 'Implement', text: 'Each step is an assignment in your folder, with its due date and its documents.' },
  { name: 'Optimize', text: 'After it has run for a while we look again together and change what does not work.' },
]
