/** Every name leads to its page: racers, channels, games, maps, events, and the addresses of their pages. */
import {
  isDeletedLogin,
  isHiddenRacer,
  type Racer,
  type RacerLabel,
  racerOfName,
} from '@rollcall/scoring/racer'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './links.module.css'

interface AddressedChannel {
  readonly platform: string
  readonly login: string
}

export function racerAddress({ racer_name }: RacerLabel): string {
  return racerPage(racerOfName(racer_name))
}

export function racerPage(racer: Racer): string {
  return `/r/${pathTo(racer)}`
}

/** The page on which the first racer is compared with the other one. */
export function versusPage(racer: Racer, other: Racer): string {
  return `/r/${pathTo(racer)}/vs/${pathTo(other)}`
}

function pathTo({ platform, login }: Racer): string {
  return `${encodeURIComponent(platform)}/${encodeURIComponent(login)}`
}

export function channelAddress({ platform, login }: AddressedChannel): string {
  return `/c/${encodeURIComponent(platform === 'twitch' ? login : `${platform}:${login}`)}`
}

export function gameAddress(id: number): string {
  return `/g/${id}`
}

export function mapAddress(id: number): string {
  return `/maps/${id}`
}

export function seasonAddress(season: number): string {
  return `/seasons/${season}`
}

/** Of an event's public page. */
export function eventAddress(token: string): string {
  return `/e/${token}`
}

interface NameLinkProps {
  readonly to: string
  readonly children: ReactNode
}

/** A name that leads to a page which is not a racer's, channel's, game's, map's or event's. */
export function NameLink({ to, children }: NameLinkProps) {
  return (
    <Link to={to} className={classes.name ?? ''}>
      {children}
    </Link>
  )
}

interface RacerLinkProps {
  readonly racer: RacerLabel
  readonly children: ReactNode
}

/** A hidden racer's name leads nowhere. */
export function RacerLink({ racer, children }: RacerLinkProps) {
  return isHiddenRacer(racer.racer_name) ? (
    children
  ) : (
    <NameLink to={racerAddress(racer)}>{children}</NameLink>
  )
}

interface ChannelLinkProps {
  readonly channel: AddressedChannel
  readonly children: ReactNode
}

export function ChannelLink({ channel, children }: ChannelLinkProps) {
  return <NameLink to={channelAddress(channel)}>{children}</NameLink>
}

interface StreamerLinkProps {
  /** null: the channel has no page yet. Undefined: the answer does not say where it is. */
  readonly channel: AddressedChannel | null | undefined
  readonly children: ReactNode
}

/** The name of a streamer who may not have a channel yet. */
export function StreamerLink({ channel, children }: StreamerLinkProps) {
  return channel == null ? children : <ChannelLink channel={channel}>{children}</ChannelLink>
}

interface PersonLinkProps {
  /** Undefined: the answer does not say where it is. */
  readonly page: Racer | undefined
  readonly children: ReactNode
}

/**
 * The name of a person who may have no channel, such as an organiser; leads to their page as a racer. Somebody who has
 * deleted their account has none.
 */
export function PersonLink({ page, children }: PersonLinkProps) {
  return page === undefined || isDeletedLogin(page.login) ? (
    children
  ) : (
    <NameLink to={racerPage(page)}>{children}</NameLink>
  )
}

interface GameLinkProps {
  readonly id: number
  readonly children: ReactNode
}

export function GameLink({ id, children }: GameLinkProps) {
  return <NameLink to={gameAddress(id)}>{children}</NameLink>
}

interface MapLinkProps {
  readonly map: { readonly id: number }
  readonly children: ReactNode
}

export function MapLink({ map, children }: MapLinkProps) {
  return <NameLink to={mapAddress(map.id)}>{children}</NameLink>
}

interface EventLinkProps {
  readonly token: string
  readonly children: ReactNode
}

export function EventLink({ token, children }: EventLinkProps) {
  return <NameLink to={eventAddress(token)}>{children}</NameLink>
}
