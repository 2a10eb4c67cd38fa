import { Navigate, useLocation } from 'react-router'

/** In place of a page whose answer said that it does not concern the caller. */
export function ToUnauthorized() {
  const { pathname } = useLocation()
  return <Navigate to="/unauthorized" replace state={{ from: pathname }} />
}
