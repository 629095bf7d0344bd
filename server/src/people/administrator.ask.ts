import { stdin, stdout } from 'node:process';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { chosenPasswordProblem } from '../sign-in/passwords.ts';

/** Asks for e-mail and password at the terminal, or reads two lines. @throws Error for the operator. */
export async function askForAdministrator(): Promise<{ email: string; password: string }> {
  let hidden = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!hidden) stdout.write(chunk);
      done();
    },
  });
  const terminal = createInterface({ input: stdin, output, terminal: stdin.isTTY ?? false });
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (question: string, secret = false) => {
    terminal.setPrompt(question);
    terminal.prompt();
    hidden = secret;
    const { value, done } = await lines.next();
    if (done) throw new Error('The input ended before e-mail and password: set ADMIN_EMAIL and ADMIN_PASSWORD instead.');
    return value;
  };
  try {
    const email = (await ask('E-mail of the administrator: ')).trim();
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error(`'${email}' is not an e-mail address.`);
    const password = await ask('Password (8 characters or more): ', true);
    stdout.write('\n');
    const problem = chosenPasswordProblem(password, [email]);
    if (problem !== null) throw new Error(problem);
    return { email, password };
  } finally {
    terminal.close();
  }
}
