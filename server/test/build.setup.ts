import { build } from '../../scripts/build.mjs';

/** Builds the server where its sources have changed since. */
export default () => build({ only: ['server'] });
