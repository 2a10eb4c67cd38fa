import { Navigate, useLocation } from 'react-router'

/** In place of a page that is not for the caller. */
export function ToUnauthorized() {
  const { pathname } = useLocation()
  return <Navigate to="/unauthorized" replace state={{ from: pathname }} />
}
