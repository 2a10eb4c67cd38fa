import { DiscordPanel } from '#features/sharing/discord-panel.tsx'
import { ControlRoomPage } from '#features/show/control-room-page.tsx'
import { roomKey } from '#features/show/queries.ts'

export function ControlRoomRoute() {
  return (
    <ControlRoomPage>
      {({ event }) => {
        const eventId = String(event.id)
        return <DiscordPanel eventId={eventId} showKey={roomKey(eventId)} />
      }}
    </ControlRoomPage>
  )
}
