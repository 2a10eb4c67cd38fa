import { DiscordPanel } from '#features/sharing/discord-panel.tsx'
import { ControlRoomPage } from '#features/show/control/control-room-page.tsx'
import { aboutRoom } from '#features/show/queries.ts'
import { texts as uploads } from '#features/uploads/texts.ts'

export function ControlRoomRoute() {
  return (
    <ControlRoomPage warningText={uploads.receipt.warning}>
      {({ event, may }) => {
        const eventId = String(event.id)
        if (!may.post) return null
        return <DiscordPanel eventId={eventId} about={aboutRoom(eventId)} />
      }}
    </ControlRoomPage>
  )
}
