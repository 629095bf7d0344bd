import { createStore } from './store.ts';

/** A call that waits for the caller's password. */
export interface PasswordAsked {
  /** The reason that the server gives. */
  message: string;
  /** Repeats the call with it. Throws for a wrong password; the original caller gets the response. */
  give: (password: string) => Promise<void>;
  cancel: () => void;
}

/** The dialog shows the first call; later ones wait for their turn. */
export const passwordAsked = createStore<readonly PasswordAsked[]>([]);

/**
 * Asks for the password and repeats the call with it. The user's input stays in its form meanwhile.
 * @param repeat the call with the password. `isWrong` recognises errors for the dialog to show.
 */
export function withPassword<Answer>(
  refused: Error,
  repeat: (password: string) => Promise<Answer>,
  isWrong: (error: unknown) => boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = () => passwordAsked.set(passwordAsked.get().filter((each) => each !== asked));
    const asked: PasswordAsked = {
      message: refused.message,
      async give(password) {
        try {
          resolve(await repeat(password));
        } catch (error) {
          if (isWrong(error)) throw error;
          reject(error);
        }
        done();
      },
      cancel() {
        done();
        reject(refused);
      },
    };
    passwordAsked.set([...passwordAsked.get(), asked]);
  });
}
