import { Button } from '@mantine/core'
import { IconMoodSad } from '@tabler/icons-react'
import { Link } from 'react-router'
import { findSessionToken } from '#api/session.ts'
import { DeadEnd } from './dead-end.tsx'

export function NotFoundPage() {
  const isSignedIn = findSessionToken() !== null
  return (
    <DeadEnd
      icon={<IconMoodSad size={56} stroke={1.4} aria-hidden />}
      title="404 - Page Not Found"
      text="Sorry, the page you are looking for does not exist."
    >
      <Button component={Link} to={isSignedIn ? '/leaderboards' : '/login'}>
        {isSignedIn ? 'Go to the leaderboards' : 'Go to the login page'}
      </Button>
    </DeadEnd>
  )
}
