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

export interface Sessions {
  /** The caller whose token this is, or null where the token is unknown, revoked or expired; at once where it is remembered. */
  find(token: string): Actor | null | Promise<Actor | null>;
  /** After a change of a user's rights or sessions was committed: nothing remembered of that user is used again, on any process. */
  forget(userId: string): Promise<void>;
  close(): Promise<void>;
}
