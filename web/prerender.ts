// What build.ts renders in Node.
export { prerenderLanding } from './landing/prerender.tsx'
export { prerenderShells } from './shell/prerender.tsx'
