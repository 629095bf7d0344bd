import { build } from '../../scripts/build.mjs';

/** Builds the server if its sources have changed. */
export default () => build({ only: ['server'] });
