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
  /**
   * After a change that its transaction has announced was committed: this process uses nothing that it remembers of the user again. The
   * announcement does so too, here and in all other processes, but a moment later.
   */
  forget(userId: string): void;
  close(): Promise<void>;
}
