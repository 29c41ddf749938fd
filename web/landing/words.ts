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
import type { PublicService } from '../../domain/public-site.ts'

export const sections = [
  { id: 'home', label: 'Home' },
  { id: 'services', label: 'Services' },
  { id: 'about', label: 'About' },
  { id: 'contact', label: 'Contact' },
] as const

export interface ServiceWords extends PublicService {
  icon: LucideIcon
}

const icons = [ShieldCheck, BriefcaseBusiness, Users, Sprout]

/** The services with their icons, in the order of the page. */
export const serviceWords = (services: readonly PublicService[]): ServiceWords[] =>
  services.map((service, at) => ({
    ...service,
    icon: icons[at % icons.length] ?? ShieldCheck,
  }))

export const served = [
  {
    icon: Store,
    name: 'Small businesses',
    text: 'Fewer than 500 employees, often without an HR department of their own.',
  },
  {
    icon: Landmark,
    name: 'K-12 education',
    text: 'Public schools: licensure, background checks, and mandated-reporter duties.',
  },
  {
    icon: GraduationCap,
    name: 'Private education',
    text: 'Faculty contracts, handbooks, and hiring calendars that fit a school year.',
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
    text: 'Signatures, documents, and messages are in one folder instead of six inboxes.',
  },
  {
    icon: UsersRound,
    name: 'Inclusivity',
    text: 'Policies everyone can understand, applied the same way to everyone.',
  },
]

export const approach = [
  { name: 'Assess', text: 'We read what you have, talk with your people, and write down what we find.' },
  {
    name: 'Plan',
    text: 'You get a proposal with the steps, the dates, and the price. Nothing starts before you approve it.',
  },
  { name: 'Implement', text: 'Each step is an assignment in your folder, with its due date and its documents.' },
  { name: 'Optimize', text: 'We review results with you and adjust what isn’t working.' },
]

/** Explanations on the pages and in the dialogs of this folder. */
export const texts = {
  contact: 'Call or email us, or fill out the form. It takes about three minutes.',
  drawnMessage: 'Two strong finalists. I’ve put their notes in Documents.',
  signInNotLoaded: 'Couldn’t load the sign-in form. Check your connection and try again.',
  submitted: 'Your service request has been submitted. We will contact you within 24 hours.',
  requestService: 'Tell us about your organization and what you need. A consultant will contact you within 24 hours.',
  afterRequest: [
    'A consultant calls or emails you within 24 hours.',
    'We set up a folder for your organization, with your documents and messages.',
    'You get a proposal with the steps, the dates, and the price. Nothing starts before you approve it.',
  ],
  nextSteps:
    'A consultant will call or email you. It helps to have your number of employees and any current policies handy.',
  privateLink: 'Use it to check the status of your request. It’s also in the email we sent you.',
  onlyPrivateLink: 'Save it to check the status of your request.',
}
