/** The caller of an operation, as of this call. */
export interface Actor {
  id: string;
  isAdmin: boolean;
  isActive: boolean;
  /** The live session that the token belongs to. */
  sessionId: string;
  /** An administrator who lacks the second factor that the settings ask for: may set it up, and nothing else. */
  setUpFirst?: boolean;
}
