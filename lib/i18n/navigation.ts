import { createNavigation } from 'next-intl/navigation'
import { routing } from './routing.ts'

/** `Link` and friends that add the language to a path; for signed-in screens, where moving without a reload pays. */
export const { Link, redirect, usePathname, useRouter, getPathname } = createNavigation(routing)
