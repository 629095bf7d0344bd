export interface Actor {
  id: string;
  isAdmin: boolean;
  isActive: boolean;
  sessionId: string;
  /** Lacks the required second factor: may only set it up. */
  setUpFirst?: boolean;
}

export interface Sessions {
  /** Null if the token is unknown, revoked or expired. */
  find(token: string): Actor | null | Promise<Actor | null>;
  /** After the commit of an announced change: drops this process's cache at once; the announcement does so everywhere a moment later. */
  forget(userId: string): void;
  close(): Promise<void>;
}
