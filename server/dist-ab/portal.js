// server/src/accounts/sessions.ts
import { hash, randomBytes } from "node:crypto";
import sql2 from "sql-template-tag";

// server/src/database/notices.ts
import { randomUUID } from "node:crypto";
import pg from "pg";
import sql from "sql-template-tag";
var HEARTBEAT_MS = 5e3;
var ANSWER_MS = 2e3;
var CONNECT_MS = 5e3;
var DEAF_MS = 3e4;
async function openNotices(db, url, channel, onNotice, onDeaf) {
  const beat = `beat:${randomUUID()}`;
  let listener = null;
  let heard = false;
  let generation = 0;
  let closed = false;
  let lastBeat = 0;
  let connectedAt = 0;
  const lose = () => {
    if (heard) onDeaf();
    heard = false;
    generation += 1;
  };
  async function connect() {
    const client = new pg.Client({
      connectionString: url,
      application_name: "aapurti-notices",
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS
    });
    const drop = () => {
      if (listener !== client) return;
      listener = null;
      lose();
    };
    client.on("error", drop);
    client.on("end", drop);
    client.on("notification", ({ payload }) => {
      if (payload === beat) {
        lastBeat = performance.now();
        heard = true;
      } else if (payload !== void 0 && !payload.startsWith("beat:")) {
        generation += 1;
        onNotice(payload);
      }
    });
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
    } catch (error) {
      void client.end().catch(() => void 0);
      throw error;
    }
    if (closed) {
      void client.end().catch(() => void 0);
      return;
    }
    listener = client;
    connectedAt = performance.now();
  }
  function leaveWhereDeaf() {
    const now = performance.now();
    if (now - lastBeat > HEARTBEAT_MS + ANSWER_MS) lose();
    if (listener === null || now - Math.max(lastBeat, connectedAt) < DEAF_MS) return;
    const deaf = listener;
    listener = null;
    void deaf.end().catch(() => void 0);
  }
  let connecting = null;
  async function heartbeat() {
    try {
      if (listener === null) {
        connecting ??= connect().finally(() => connecting = null);
        await connecting;
      }
      await db.execute(sql`select pg_notify(${channel}, ${beat})`);
    } catch {
      lose();
    }
  }
  const timer = setInterval(() => {
    leaveWhereDeaf();
    void heartbeat();
  }, HEARTBEAT_MS);
  timer.unref();
  await heartbeat();
  return {
    hears: () => heard && !closed,
    generation: () => generation,
    async announce(text3) {
      await db.execute(sql`select pg_notify(${channel}, ${text3})`);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      const client = listener;
      listener = null;
      await client?.end().catch(() => void 0);
    }
  };
}

// server/src/accounts/sessions.ts
var IDLE_HOURS = 12;
var ABSOLUTE_DAYS = 7;
var TOUCH_MS = 5 * 6e4;
var REMEMBERED_MAX = 2e4;
var CHANNEL = "session_changed";
async function openSessions(db, databaseUrl, clock, { adminSecondFactor }) {
  const remembered2 = /* @__PURE__ */ new Map();
  let forgotten = 0;
  const forgetUser = (userId) => {
    forgotten += 1;
    for (const [key, entry4] of remembered2) if (entry4.actor.id === userId) remembered2.delete(key);
  };
  const notices = await openNotices(db, databaseUrl, CHANNEL, forgetUser, () => remembered2.clear());
  async function ask(tokenHash, now) {
    const row = await db.first(sql2`
      select sessions.id::text as session_id, sessions.user_id::text, is_admin, is_active,
             is_admin and ${adminSecondFactor} and on_since is null as set_up_first,
             (extract(epoch from least(expires_at, last_seen_at + make_interval(hours => ${IDLE_HOURS}))) * 1000)::float8 as ends,
             (extract(epoch from last_seen_at) * 1000)::float8 as touched
      from sessions join users on users.id = sessions.user_id left join second_factors on second_factors.user_id = users.id
      where token_hash = ${tokenHash}`);
    if (row === void 0 || row.ends <= now) return null;
    return {
      actor: {
        id: row.user_id,
        isAdmin: row.is_admin,
        isActive: row.is_active,
        sessionId: row.session_id,
        setUpFirst: row.set_up_first
      },
      until: row.ends,
      touchAt: row.touched + TOUCH_MS
    };
  }
  async function findNew(token, now, listening) {
    const generation = notices.generation() + forgotten;
    const entry4 = await ask(hashToken(token), now);
    if (entry4 === null) return null;
    if (listening && notices.hears() && generation === notices.generation() + forgotten) {
      if (remembered2.size >= REMEMBERED_MAX) remembered2.clear();
      remembered2.set(token, entry4);
    }
    return entry4.touchAt <= now ? touch(token, entry4, now) : entry4.actor;
  }
  async function touch(token, entry4, now) {
    entry4.touchAt = now + TOUCH_MS;
    remembered2.delete(token);
    await db.execute(sql2`update sessions set last_seen_at = ${clock()} where id = ${entry4.actor.sessionId}`);
    return entry4.actor;
  }
  return {
    find(token) {
      if (token.length > 200) return null;
      const now = clock().getTime();
      const listening = notices.hears();
      const entry4 = listening ? remembered2.get(token) : void 0;
      if (entry4 === void 0) return findNew(token, now, listening);
      if (entry4.until <= now) {
        remembered2.delete(token);
        return null;
      }
      return entry4.touchAt <= now ? touch(token, entry4, now) : entry4.actor;
    },
    async forget(userId) {
      forgetUser(userId);
      await notices.announce(userId);
      forgetUser(userId);
    },
    close: () => notices.close()
  };
}
function hashToken(token) {
  return hash("sha256", token, "buffer");
}
async function startSession(db, userId, from2) {
  const token = randomBytes(32).toString("base64url");
  await db.execute(sql2`
    delete from sessions where user_id = ${userId}
      and (expires_at < ${from2.now} or last_seen_at < ${from2.now}::timestamptz - make_interval(hours => ${IDLE_HOURS}))`);
  await db.execute(sql2`
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, user_agent, address)
    values (${hashToken(token)}, ${userId}, ${from2.now}, ${from2.now},
            ${from2.now}::timestamptz + make_interval(days => ${ABSOLUTE_DAYS}), ${from2.userAgent}, ${from2.address})`);
  return token;
}
async function lockForSignIns(db, userId) {
  await db.execute(sql2`select from users where id = ${userId} for no key update`);
}
async function endSession(db, sessionId) {
  await db.execute(sql2`delete from sessions where id = ${sessionId}`);
}
async function endSessions(db, userId, exceptSessionId) {
  await db.execute(sql2`delete from sign_in_challenges where user_id = ${userId}`);
  return db.execute(sql2`delete from sessions where user_id = ${userId} and id is distinct from ${exceptSessionId}`);
}
function liveAt(now) {
  return sql2`least(expires_at, last_seen_at + make_interval(hours => ${IDLE_HOURS})) > ${now}`;
}
async function isCurrentSession({ db, clock }, actor) {
  const newest = await db.first(sql2`
    select id::text from sessions
    where user_id = ${actor.id} and ${liveAt(clock())}
    order by sessions.id desc limit 1`);
  return newest?.id === actor.sessionId;
}

// server/src/audit/spread.ts
import sql3 from "sql-template-tag";

// server/src/wakeful.ts
function openWakeful(work, { every, failed: failed2 }) {
  let timer;
  let isStopped = false;
  let isAsked = false;
  let running;
  async function run() {
    try {
      while (isAsked && !isStopped) {
        isAsked = false;
        await work(() => !isStopped);
      }
    } catch (error) {
      console.error(failed2, error);
    } finally {
      running = void 0;
    }
  }
  function wake() {
    isAsked = true;
    if (timer !== void 0 && !isStopped) running ??= run();
  }
  return {
    start() {
      timer = setInterval(wake, every);
      timer.unref();
      wake();
    },
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    }
  };
}

// server/src/audit/spread.ts
var IS_WAITING = sql3`exists (select from sheet_log)`;
async function spreadLog(db, goesOn = () => true) {
  let spread2 = 1;
  while (spread2 > 0 && goesOn()) {
    spread2 = await db.execute(sql3`delete from sheet_log where id = (select id from sheet_log order by sheet_log.id limit 1 for update)`);
  }
}
var LOOKS_MILLISECONDS = 6e4;
function openSpreading(db) {
  return openWakeful((goesOn) => spreadLog(db, goesOn), {
    every: LOOKS_MILLISECONDS,
    failed: "Bringing the log of sheets up to date failed:"
  });
}

// server/src/lease.ts
import { randomUUID as randomUUID2 } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import sql4 from "sql-template-tag";
var LEASE_SECONDS = 60;
var LeaseLost = class extends Error {
  name = "LeaseLost";
};
async function takeLease(db, name, seconds = LEASE_SECONDS) {
  const holder = `${hostname()} ${process.pid} ${randomUUID2()}`;
  const until = sql4`clock_timestamp() + make_interval(secs => ${seconds}::float8)`;
  const taken = await db.execute(sql4`
    insert into leases as held (name, holder, expires_at) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at 
      -- One that ends later than any can was taken before the clock was set back: else a dead holder would keep it for a day.
      where held.expires_at not between clock_timestamp() and ${until} + interval '2 hours'`);
  if (taken === 0) return null;
  let lost = false;
  const renew = (on2) => on2.execute(sql4`update leases set expires_at = ${until} where name = ${name} and holder = ${holder}`);
  const timer = setInterval(
    () => {
      renew(db).then(
        (renewed) => lost ||= renewed === 0,
        // The next one may get through; until then nothing is known.
        () => void 0
      );
    },
    seconds * 1e3 / 3
  );
  timer.unref();
  return {
    async hold(tx) {
      if (await renew(tx) === 1) return;
      lost = true;
      throw new LeaseLost("Another process has taken over.");
    },
    get lost() {
      return lost;
    },
    async release() {
      clearInterval(timer);
      await db.execute(sql4`delete from leases where name = ${name} and holder = ${holder}`);
    }
  };
}
var ASK_AGAIN_MS = 100;
async function whileHolding(db, name, work, { patience, late, seconds = 20 }) {
  const end2 = Date.now() + patience;
  let lease = await takeLease(db, name, seconds);
  while (lease === null) {
    if (Date.now() > end2) throw new Error(late);
    await sleep(ASK_AGAIN_MS);
    lease = await takeLease(db, name, seconds);
  }
  try {
    return await work();
  } finally {
    await lease.release().catch(() => void 0);
  }
}
async function takeTurn(db, name, seconds) {
  const taken = await db.execute(sql4`
    insert into leases as turn (name, holder, expires_at)
    values (${name}, ${hostname()}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
      where turn.expires_at not between clock_timestamp() and excluded.expires_at`);
  return taken === 1;
}
async function isHeld(db, name) {
  return await db.first(sql4`select from leases where name = ${name} and expires_at >= clock_timestamp()`) !== void 0;
}

// server/src/buyer-system/embedded.ts
import sql5 from "sql-template-tag";
var EMBEDDED = "embedded";
function embeddedBuyerSystem(db) {
  return {
    source: EMBEDDED,
    async createSupplier({ name, email: email2 }) {
      const row = await db.first(sql5`
        insert into suppliers (email, name) values (lower(${email2}), ${name})
        on conflict (email) do update set name = excluded.name returning id::text`);
      if (row === void 0) throw new Error("an upsert gives its row");
      return { externalId: `S-${row.id.padStart(5, "0")}` };
    }
  };
}

// contract/src/fields.ts
import * as z from "zod";
function isBlank(value) {
  return value === void 0 || value === null || typeof value === "string" && value.trim() === "";
}
var anything = z.unknown().optional();
var TEXT_MAX = 200;
function textOf(value) {
  if (typeof value === "string") return value.trim();
  const isExact = typeof value === "number" && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  return isExact ? String(value) : null;
}
function requiredText(required2, most = TEXT_MAX, problem2) {
  return anything.transform((value, context) => {
    if (isBlank(value)) {
      context.addIssue({ code: "custom", message: required2 });
      return z.NEVER;
    }
    return boundedText(value, most, context, problem2);
  }).meta({ type: "string", maxLength: most });
}
function optionalText(most = TEXT_MAX, problem2) {
  return anything.transform((value, context) => isBlank(value) ? null : boundedText(value, most, context, problem2)).meta({ type: ["string", "null"], maxLength: most });
}
function boundedText(value, most, context, problem2) {
  const text3 = textOf(value);
  if (text3 !== null && text3.length <= most) {
    const wrong = problem2?.(text3) ?? null;
    if (wrong !== null) context.addIssue({ code: "custom", message: wrong });
    return text3;
  }
  context.addIssue({ code: "custom", message: text3 === null ? "Must be text." : `At most ${most} characters.` });
  return z.NEVER;
}
function patternText(pattern, { invalid: invalid2 }) {
  return anything.transform((value, context) => {
    const text3 = textOf(value) ?? "";
    if (text3.length > TEXT_MAX || !pattern.test(text3)) context.addIssue({ code: "custom", message: invalid2 });
    return text3;
  }).meta({ type: ["string", "number"] });
}
function optionalPattern(pattern, invalid2) {
  return anything.transform((value, context) => {
    if (isBlank(value)) return null;
    const text3 = textOf(value) ?? "";
    if (text3.length > TEXT_MAX || !pattern.test(text3)) context.addIssue({ code: "custom", message: invalid2 });
    return text3;
  }).meta({ type: ["string", "number", "null"] });
}
var flag = z.union([z.boolean(), z.enum(["true", "false"]).transform((word) => word === "true")], "Must be true or false.").meta({ type: "boolean" });
var DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
function isIsoDate(text3) {
  const match2 = DATE.exec(text3);
  if (match2 === null) return false;
  const [year, month, day3] = [Number(match2[1]), Number(match2[2]), Number(match2[3])];
  const date = new Date(Date.UTC(year, month - 1, day3));
  return year >= 1900 && year < 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day3;
}
var DATE_MESSAGE = "Invalid date. It should be a day of the calendar.";
var optionalDate = anything.transform((value, context) => {
  if (isBlank(value)) return null;
  if (typeof value === "string" && isIsoDate(value.trim())) return value.trim();
  context.addIssue({ code: "custom", message: DATE_MESSAGE });
  return z.NEVER;
}).meta({ type: ["string", "null"], format: "date" });
var dateFilter = z.string().transform((value) => value.trim()).refine((value) => value === "" || isIsoDate(value), DATE_MESSAGE).transform((value) => value === "" ? void 0 : value).optional();
function showDate(value) {
  if (value === null || value === void 0 || value === "") return "\u2013";
  const day3 = value.length > 10 ? indianDay(new Date(value)) : value;
  const match2 = DATE.exec(day3);
  return match2 === null ? day3 : `${match2[3]}-${match2[2]}-${match2[1]}`;
}
var INDIAN_DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata", year: "numeric", month: "2-digit", day: "2-digit" });
function indianDay(instant) {
  return INDIAN_DAY.format(instant);
}
var RUPEES = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
function showMoney(value, symbol = "\u20B9") {
  if (value === null || value === void 0 || value === "") return "\u2013";
  const number18 = Number(value);
  return number18 < 0 ? `-${symbol}${RUPEES.format(-number18)}` : `${symbol}${RUPEES.format(number18)}`;
}
var PLAIN = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 3 });
function showNumber(value) {
  return value === null || value === void 0 || value === "" ? "\u2013" : PLAIN.format(Number(value));
}
function oneLine(text3) {
  return text3.split("\n").map((line2) => line2.trim()).filter((line2) => line2 !== "").join(", ");
}

// server/src/buyer-system/erp.ts
import { createHash } from "node:crypto";

// contract/src/indian-states.ts
var INDIAN_STATES = [
  { key: "IN-AN", name: "Andaman and Nicobar Islands", gstCodes: ["35"], pins: [[744, 744]] },
  { key: "IN-AP", name: "Andhra Pradesh", gstCodes: ["37", "28"], pins: [[503, 535]] },
  { key: "IN-AR", name: "Arunachal Pradesh", gstCodes: ["12"], pins: [[790, 792]] },
  { key: "IN-AS", name: "Assam", gstCodes: ["18"], pins: [[781, 788]] },
  { key: "IN-BR", name: "Bihar", gstCodes: ["10"], pins: [[800, 855]] },
  { key: "IN-CH", name: "Chandigarh", gstCodes: ["04"], pins: [[160, 160]] },
  { key: "IN-CG", name: "Chhattisgarh", gstCodes: ["22"], pins: [[490, 497]] },
  {
    key: "IN-DH",
    name: "Dadra and Nagar Haveli and Daman and Diu",
    gstCodes: ["26", "25"],
    pins: [
      [362, 362],
      [396, 396]
    ]
  },
  { key: "IN-DL", name: "Delhi", gstCodes: ["07"], pins: [[110, 110]] },
  { key: "IN-GA", name: "Goa", gstCodes: ["30"], pins: [[403, 403]] },
  { key: "IN-GJ", name: "Gujarat", gstCodes: ["24"], pins: [[360, 396]] },
  { key: "IN-HR", name: "Haryana", gstCodes: ["06"], pins: [[121, 136]] },
  { key: "IN-HP", name: "Himachal Pradesh", gstCodes: ["02"], pins: [[171, 177]] },
  { key: "IN-JK", name: "Jammu and Kashmir", gstCodes: ["01"], pins: [[180, 194]] },
  { key: "IN-JH", name: "Jharkhand", gstCodes: ["20"], pins: [[813, 835]] },
  { key: "IN-KA", name: "Karnataka", gstCodes: ["29"], pins: [[560, 591]] },
  { key: "IN-KL", name: "Kerala", gstCodes: ["32"], pins: [[670, 695]] },
  { key: "IN-LA", name: "Ladakh", gstCodes: ["38"], pins: [[194, 194]] },
  { key: "IN-LD", name: "Lakshadweep", gstCodes: ["31"], pins: [[682, 682]] },
  { key: "IN-MP", name: "Madhya Pradesh", gstCodes: ["23"], pins: [[450, 488]] },
  { key: "IN-MH", name: "Maharashtra", gstCodes: ["27"], pins: [[400, 445]] },
  { key: "IN-MN", name: "Manipur", gstCodes: ["14"], pins: [[795, 795]] },
  { key: "IN-ML", name: "Meghalaya", gstCodes: ["17"], pins: [[793, 794]] },
  { key: "IN-MZ", name: "Mizoram", gstCodes: ["15"], pins: [[796, 796]] },
  { key: "IN-NL", name: "Nagaland", gstCodes: ["13"], pins: [[797, 798]] },
  { key: "IN-OD", name: "Odisha", gstCodes: ["21"], pins: [[751, 770]] },
  {
    key: "IN-PY",
    name: "Puducherry",
    gstCodes: ["34"],
    pins: [
      [533, 533],
      [605, 605],
      [607, 607],
      [609, 609],
      [673, 673]
    ]
  },
  { key: "IN-PB", name: "Punjab", gstCodes: ["03"], pins: [[140, 160]] },
  { key: "IN-RJ", name: "Rajasthan", gstCodes: ["08"], pins: [[301, 345]] },
  { key: "IN-SK", name: "Sikkim", gstCodes: ["11"], pins: [[737, 737]] },
  { key: "IN-TN", name: "Tamil Nadu", gstCodes: ["33"], pins: [[600, 643]] },
  { key: "IN-TS", name: "Telangana", gstCodes: ["36"], pins: [[500, 509]] },
  { key: "IN-TR", name: "Tripura", gstCodes: ["16"], pins: [[799, 799]] },
  { key: "IN-UP", name: "Uttar Pradesh", gstCodes: ["09"], pins: [[201, 285]] },
  { key: "IN-UK", name: "Uttarakhand", gstCodes: ["05"], pins: [[244, 263]] },
  { key: "IN-WB", name: "West Bengal", gstCodes: ["19"], pins: [[700, 743]] }
];
var STATE_BY_GST_CODE = new Map([
  ...INDIAN_STATES.flatMap(({ gstCodes, key, name }) => gstCodes.map((code2) => [code2, { key, name }])),
  ["96", { key: null, name: "Other Countries" }],
  ["97", { key: null, name: "Other Territory" }],
  ["99", { key: null, name: "Centre Jurisdiction" }]
]);
var stateByKey = new Map(INDIAN_STATES.map((state2) => [state2.key, state2]));
function indianState(key) {
  return stateByKey.get(key);
}

// contract/src/india.ts
var BASE_36 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
function normaliseGstin(text3) {
  return text3.toUpperCase().replaceAll(/[\s\u200b-]/g, "");
}
var normalisePan = normaliseGstin;
function gstinCheckCharacter(first14) {
  let sum3 = 0;
  for (const [index, character] of [...first14].entries()) {
    const value = BASE_36.indexOf(character);
    if (value < 0) return "";
    const product2 = value * (1 + index % 2);
    sum3 += Math.floor(product2 / 36) + product2 % 36;
  }
  return BASE_36.charAt((36 - sum3 % 36) % 36);
}
var GSTIN_CATEGORIES = [
  ["deductor", /^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][1-9A-Z]D[0-9A-Z]$/],
  ["collector", /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]C[0-9A-Z]$/],
  ["taxpayer", /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]$/],
  ["department", /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/]
];
function gstinCategory(gstin2) {
  return GSTIN_CATEGORIES.find(([, pattern]) => pattern.test(gstin2))?.[0];
}
var PAN_SHAPE = /^[A-Z]{5}\d{4}[A-Z]$/;
function gstinProblem(text3, pan) {
  const gstin2 = normaliseGstin(text3);
  if (gstin2.length !== 15) return `A GST number has 15 characters; this one has ${gstin2.length}.`;
  const category = gstinCategory(gstin2);
  if (category === void 0) return "Invalid GST number. It should look like 27AAPFU0939F1ZV.";
  const stateCode = gstin2.slice(0, 2);
  if (!STATE_BY_GST_CODE.has(stateCode)) return `The GST number starts with ${stateCode}, which is no state's code.`;
  const expected = gstinCheckCharacter(gstin2.slice(0, 14));
  if (!gstin2.endsWith(expected)) return `The GST number's check character should be ${expected}. Please check every character.`;
  if (category === "collector") return "This GST number is an e-commerce operator's for collecting tax (TCS), not a supplier's.";
  return panInsideProblem(gstin2.slice(2, 12), pan);
}
function panInsideProblem(inside, pan) {
  if (!PAN_SHAPE.test(inside)) return null;
  if (panProblem(inside) !== null) return `The GST number holds ${inside}, which is no PAN.`;
  if (pan === void 0 || pan === null || pan.trim() === "" || normalisePan(pan) === inside) return null;
  return `The GST number holds the PAN ${inside}, but the PAN given is ${normalisePan(pan)}.`;
}
var PAN = /^[A-Z]{3}[ABCEFGHJKLPT][A-Z]\d{4}[A-Z]$/;
function panProblem(text3) {
  const pan = normalisePan(text3);
  if (pan.length !== 10) return `A PAN has 10 characters; this one has ${pan.length}.`;
  if (!PAN_SHAPE.test(pan)) return "Invalid PAN. It should be five letters, four digits and a letter, as in AAKFD7113K.";
  if (!PAN.test(pan)) return `The fourth letter of a PAN tells the kind of holder; ${pan[3]} is none.`;
  return pan.slice(5, 9) === "0000" ? "The digits of a PAN are never 0000." : null;
}
function ifscProblem(text3) {
  const ifsc = text3.trim();
  if (/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc)) return null;
  if (ifsc.length !== 11) return `An IFSC code has 11 characters; this one has ${ifsc.length}.`;
  if (ifsc !== ifsc.toUpperCase()) return "Please write the IFSC code in capital letters.";
  if (/^[A-Z]{4}O/.test(ifsc)) return "The fifth character of an IFSC code is the digit 0, not the letter O.";
  return "Invalid IFSC code. It should look like HDFC0002854.";
}
var PIN = { pattern: /^[1-9]\d{5}$/, invalid: "Invalid Postal Code, Please enter valid Postal Code." };
var MOBILE = { pattern: /^[1-9]\d{9}$/, invalid: "Invalid Mobile Number, Please enter valid Mobile number." };
function eanCheckDigit(body) {
  const sum3 = [...body].reverse().reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - sum3 % 10) % 10);
}
var OWN_CODE = /^2(?:\d{7}|\d{11,12})$/;
function eanProblem(text3) {
  const ean3 = text3.trim();
  if (!/^\d+$/.test(ean3)) return "An EAN code has digits only.";
  if (![8, 12, 13, 14].includes(ean3.length)) return `An EAN code has 8, 12, 13 or 14 digits; this one has ${ean3.length}.`;
  const expected = eanCheckDigit(ean3.slice(0, -1));
  if (ean3.endsWith(expected) || OWN_CODE.test(ean3)) return null;
  return `The EAN code's check digit should be ${expected}. Please check every digit.`;
}
function eanRemark(text3) {
  const ean3 = text3.trim();
  const local = OWN_CODE.test(ean3) || /^0[24]\d{11}$/.test(ean3) || /^4\d{11}$/.test(ean3);
  return local ? "This is a shop's own code, not one that GS1 has given out." : null;
}
function hsnProblem(text3) {
  const hsn = text3.trim();
  if (!/^\d+$/.test(hsn)) return "An HSN code has digits only.";
  if (hsn.startsWith("99") && hsn.length > 2)
    return hsn.length === 4 || hsn.length === 6 ? null : "A service code (SAC) has 4 or 6 digits.";
  return [4, 6, 8].includes(hsn.length) ? null : `An HSN code has 4, 6 or 8 digits; this one has ${hsn.length}.`;
}

// contract/src/numbers.ts
import { Decimal } from "decimal.js";
import * as z2 from "zod";
Decimal.set({ precision: 40, rounding: Decimal.ROUND_HALF_UP });
var MONEY_MAX = new Decimal("999999999999.99");
var PLAIN_NUMBER = /^-?\d{1,15}(\.\d{1,17})?$/;
var EXACT_BELOW = 10 ** 15;
function parseDecimal(value) {
  if (value instanceof Decimal) return value.isFinite() ? value : null;
  if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) < EXACT_BELOW) return new Decimal(value);
  const text3 = typeof value === "number" ? numberText(value) : typeof value === "string" ? value.trim() : "";
  return PLAIN_NUMBER.test(text3) ? new Decimal(text3) : null;
}
function numberText(value) {
  const text3 = String(value);
  return !text3.includes("e") ? text3 : new Decimal(value).toFixed();
}
var MONEY = { places: 2, least: 0, most: MONEY_MAX };
var QUANTITY = { places: 3, least: 0, most: "999999999.999" };
var PERCENT = { places: 3, least: 0, most: 100 };
var WHOLE = { places: 0, least: 0, most: 999999999 };
function decimalIn(range, messages14, optional2) {
  const given3 = optional2 ? z2.unknown().optional() : z2.unknown();
  return given3.transform((value, context) => {
    if (isBlank(value)) {
      if (!optional2) context.addIssue({ code: "custom", message: messages14.required ?? messages14.invalid });
      return null;
    }
    const number18 = parseDecimal(value);
    const outside = number18 !== null && (range.least !== void 0 && number18.lt(range.least) || range.most !== void 0 && number18.gt(range.most));
    if (number18 === null || outside || number18.decimalPlaces() > range.places) {
      context.addIssue({ code: "custom", message: messages14.invalid });
      return null;
    }
    return number18;
  });
}
function requiredNumber(range, messages14) {
  return decimalIn(range, messages14, false).pipe(z2.custom((value) => value instanceof Decimal)).meta({ type: ["number", "string"] });
}
function optionalNumber(range, messages14) {
  return decimalIn(range, messages14, true).meta({ type: ["number", "string", "null"] });
}

// server/src/buyer-system/erp.ts
var PAGE = 200;
var OVERLAP_MILLISECONDS = 5 * 6e4;
var Misfit = class extends Error {
  name = "Misfit";
};
function sortOut(records, idOf5, map) {
  const rows = [];
  const faults = [];
  for (const record5 of records) {
    try {
      rows.push(...map(record5));
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      faults.push({ externalId: String(idOf5(record5)), problem: error.message, raw: record5 });
    }
  }
  return { rows, faults };
}
function recordsOf(value, field2) {
  if (value === void 0 || value === null) return [];
  if (Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null && !Array.isArray(each)))
    return value;
  throw new Misfit(`${field2} is not a list of records.`);
}
function text(value, field2) {
  if (value === void 0 || value === null || value === false) return null;
  if (typeof value === "string") return value.trim() || null;
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
  throw new Misfit(`${field2} is not text: ${shown(value)}.`);
}
function neededText(value, field2) {
  const found = text(value, field2);
  if (found === null) throw new Misfit(`${field2} is empty.`);
  return found;
}
var NOISE = 9;
function decimal(value, field2) {
  if (value === void 0 || value === null || value === false || value === "") return null;
  const given3 = typeof value === "object" && value["__class__"] === "Decimal" ? value["decimal"] : value;
  const digits2 = typeof given3 === "number" ? String(given3) : typeof given3 === "string" ? given3.trim() : "";
  if (!/^-?\d{1,20}(\.\d{1,30})?(e[+-]?\d{1,2})?$/i.test(digits2)) throw new Misfit(`${field2} is not a number: ${shown(value)}.`);
  const number18 = new Decimal(digits2).toDecimalPlaces(NOISE);
  if (number18.abs().gte("1e12")) throw new Misfit(`${field2} is too large: ${shown(value)}.`);
  return number18;
}
function neededDecimal(value, field2) {
  const found = decimal(value, field2);
  if (found === null) throw new Misfit(`${field2} is empty.`);
  return found;
}
var rupees = (value) => value.toFixed(2);
var quantityText = (value) => value.toDecimalPlaces(3).toFixed();
function day(value, field2, zone = "utc") {
  if (value === void 0 || value === null || value === false || value === "") return null;
  const written2 = typeof value === "object" ? timeText(value) : value;
  if (typeof written2 === "string") {
    const date = written2.slice(0, 10);
    if (isIsoDate(date)) {
      if (written2.length === 10 || zone === "site") return date;
      const instant = /* @__PURE__ */ new Date(`${written2.replace(" ", "T").slice(0, 19)}Z`);
      if (!Number.isNaN(instant.getTime())) return indianDay(instant);
    }
  }
  throw new Misfit(`${field2} is not a day: ${shown(value)}.`);
}
function neededDay(value, field2, zone = "utc") {
  const found = day(value, field2, zone);
  if (found === null) throw new Misfit(`${field2} is empty.`);
  return found;
}
function timeText(value) {
  const given3 = value ?? {};
  const digits2 = (name, count3 = 2) => String(given3[name] ?? 0).padStart(count3, "0");
  const date = `${digits2("year", 4)}-${digits2("month")}-${digits2("day")}`;
  if (given3["__class__"] === "date") return date;
  if (given3["__class__"] !== "datetime") return "";
  return `${date} ${digits2("hour")}:${digits2("minute")}:${digits2("second")}.${digits2("microsecond", 6)}`;
}
function since(cursor) {
  if (cursor === null) return null;
  const instant = /* @__PURE__ */ new Date(`${cursor.slice(0, 19).replace(" ", "T")}Z`);
  if (Number.isNaN(instant.getTime())) return null;
  return new Date(instant.getTime() - OVERLAP_MILLISECONDS).toISOString().slice(0, 19).replace("T", " ");
}
function versionOf(at, made) {
  return `${String(at)} ${createHash("sha256").update(JSON.stringify(made)).digest("base64url").slice(0, 16)}`;
}
function gstin(...candidates) {
  for (const each of candidates) {
    if (typeof each === "string" && each.trim() !== "" && gstinProblem(each) === null) return normaliseGstin(each);
  }
  return null;
}
function ean(value) {
  const digits2 = typeof value === "string" || typeof value === "number" ? String(value).replaceAll(/[\s-]/g, "") : "";
  if (/^\d{12}$/.test(digits2)) return `0${digits2}`;
  return /^(\d{8}|\d{13}|\d{14})$/.test(digits2) ? digits2 : null;
}
function eanSpellings(value) {
  const digits2 = value.trim();
  if (/^0\d{12}$/.test(digits2)) return [digits2, digits2.slice(1)];
  return /^\d{12}$/.test(digits2) ? [`0${digits2}`, digits2] : [digits2];
}
async function* pagesOf(changes, cursor, read) {
  const sorted2 = [...changes].sort((one2, other) => one2.at < other.at ? -1 : one2.at > other.at ? 1 : one2.id - other.id);
  let mark = cursor ?? "";
  for (let start = 0; start < sorted2.length; start += PAGE) {
    const page = sorted2.slice(start, start + PAGE);
    const { rows, faults } = await read(page.map(({ id }) => id));
    const last = page.at(-1)?.at ?? "";
    if (last > mark) mark = last;
    yield { rows, faults, cursor: mark };
  }
}
async function atOnce(list10, most, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < list10.length) {
      const index = next;
      next += 1;
      results[index] = await work(list10[index]);
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, list10.length) }, worker));
  return results;
}
var HEADS = ["cgst", "sgst", "igst", "cess"];
function headOf(name) {
  if (/cess/i.test(name)) return "cess";
  if (/cgst|central gst/i.test(name)) return "cgst";
  if (/sgst|utgst|state gst/i.test(name)) return "sgst";
  return /igst|integrated gst/i.test(name) ? "igst" : null;
}
function lineFigures(given3) {
  if (given3.unitPrice.lt(0)) throw new Misfit("The price of a line is below zero.");
  const gross = given3.quantity.times(given3.unitPrice).toDecimalPlaces(2);
  const taxable2 = (given3.taxable ?? gross.times(new Decimal(100).minus(given3.discountRate)).div(100)).toDecimalPlaces(2);
  const dearer = taxable2.gt(gross);
  const unitPrice = dearer ? taxable2.div(given3.quantity) : given3.unitPrice;
  const heads = HEADS.map((head) => {
    const stated = given3.taxes?.[head];
    const rate3 = stated?.rate ?? (given3.taxes === null || head === "cess" ? null : new Decimal(0));
    const amount6 = (stated?.amount ?? taxable2.times(rate3 ?? 0).div(100)).toDecimalPlaces(2);
    return { head, rate: rate3?.toDecimalPlaces(3).toFixed() ?? null, amount: amount6 };
  });
  const total = heads.reduce((sum3, { amount: amount6 }) => sum3.plus(amount6), taxable2);
  return {
    quantity: quantityText(given3.quantity),
    unitPrice: unitPrice.toDecimalPlaces(4).toFixed(),
    discountRate: (dearer ? new Decimal(0) : given3.discountRate).toDecimalPlaces(3).toFixed(),
    discount: rupees(dearer ? new Decimal(0) : gross.minus(taxable2)),
    taxable: rupees(taxable2),
    total: rupees(total),
    ...Object.fromEntries(
      heads.flatMap(({ head, rate: rate3, amount: amount6 }) => [
        [head, rupees(amount6)],
        [`${head}Rate`, rate3]
      ])
    )
  };
}
function demandRupees(currency) {
  if (currency !== null && currency !== "INR") throw new Misfit(`It is in ${currency}; the portal keeps rupees only.`);
}
function spread(parts2) {
  let less = parts2.reduce((sum3, { amount: amount6 }) => amount6.lt(0) ? sum3.minus(amount6) : sum3, new Decimal(0));
  return parts2.filter(({ amount: amount6 }) => amount6.gt(0)).map((part) => {
    const taken = Decimal.min(less, part.amount);
    less = less.minus(taken);
    return { ...part, amount: part.amount.minus(taken) };
  }).filter(({ amount: amount6 }) => amount6.gt(0));
}
function partsOf(id, parts2) {
  const left = parts2.filter(({ cancelled }) => cancelled !== true).map(({ externalId }) => externalId);
  return parts2.map((part) => ({ ...part, whole: { id, parts: left } }));
}
function literally(value) {
  return value.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
function oneAtATime() {
  let last = Promise.resolve();
  return function run(work) {
    const result = last.then(work, work);
    last = result.catch(() => void 0);
    return result;
  };
}
function shown(value) {
  return (JSON.stringify(value) ?? "nothing").slice(0, 60);
}

// server/src/buyer-system/erpnextRecords.ts
var reference = (code2, name) => `Aapurti vendor ${code2}, ${name}`;
var NO_REFERENCE = "Acknowledged";
var stampOf = (record5) => `${String(record5["modified"])} ${String(record5["name"])}`;
function reasonOf(body) {
  const { exception, message: message2, _server_messages: messages14, exc_type: type } = body ?? {};
  try {
    const [first] = JSON.parse(String(messages14));
    const said2 = JSON.parse(first ?? "").message;
    if (said2) return withoutTags(said2);
  } catch {
  }
  const said = [exception, message2, type].find((each) => typeof each === "string");
  return typeof said === "string" ? withoutTags(said) : "";
}
function withoutTags(said) {
  return said.replaceAll(/<[^<>]*>/g, " ").replaceAll(/\s+/g, " ").trim().slice(0, 300);
}
function knownSupplier(record5) {
  const name = typeof record5["supplier_name"] === "string" ? record5["supplier_name"] : String(record5["name"]);
  const email2 = record5["email_id"];
  return {
    externalId: String(record5["name"]),
    name,
    email: typeof email2 === "string" && email2.includes("@") ? email2 : null,
    gstin: gstin(record5["gstin"], record5["tax_id"])
  };
}
function barcodesOf(item2) {
  return recordsOf(item2["barcodes"], "barcodes").flatMap((row) => {
    const code2 = ean(row["barcode"]);
    return code2 === null ? [] : [{ ean: code2, uom: text(row["uom"], "uom") }];
  });
}
function unitsOf(item2) {
  const rows = recordsOf(item2["uoms"], "uoms").map(
    (row) => [neededText(row["uom"], "uom"), decimal(row["conversion_factor"], "conversion_factor") ?? new Decimal(1)]
  );
  return new Map(rows);
}
function mrpOf(prices, stockUnit) {
  const rates = prices.filter((price2) => [null, stockUnit].includes(text(price2["uom"], "uom"))).map((price2) => decimal(price2["price_list_rate"], "price_list_rate"));
  return rates.findLast((rate3) => rate3?.gt(0)) ?? null;
}
function itemsOf(item2, prices) {
  const code2 = neededText(item2["item_code"] ?? item2["name"], "item_code");
  if (item2["disabled"] === 1) return [];
  const stockUnit = text(item2["stock_uom"], "stock_uom");
  const units = unitsOf(item2);
  const mrp2 = mrpOf(prices, stockUnit);
  return barcodesOf(item2).map((barcode2, index) => {
    const uom = barcode2.uom ?? stockUnit;
    const factor = (uom !== null && uom !== stockUnit ? units.get(uom) : null) ?? new Decimal(1);
    return {
      itemCode: index === 0 ? code2 : `${code2}/${barcode2.ean}`,
      ean: barcode2.ean,
      name: text(item2["item_name"], "item_name") ?? code2,
      brandName: text(item2["brand"], "brand"),
      category: text(item2["item_group"], "item_group"),
      hsnCode: text(item2["gst_hsn_code"], "gst_hsn_code"),
      skuCode: code2,
      uom,
      uomDescription: null,
      uomConversion: quantityText(factor),
      mrp: mrp2 === null ? null : rupees(factor.times(mrp2))
    };
  });
}
function orderOf(order, root, lines, items) {
  demandRupees(text(order["currency"], "currency"));
  const state2 = text(order["status"], "status") ?? "";
  const confirmation = text(order["order_confirmation_no"], "order_confirmation_no");
  const confirmedOn = day(order["order_confirmation_date"], "order_confirmation_date", "site");
  const orderedOn = neededDay(order["transaction_date"], "transaction_date", "site");
  const taxes2 = recordsOf(order["taxes"], "taxes");
  const pulled2 = lines.flatMap((line2, index) => lineOf(line2, items[index] ?? null, taxes2));
  if (pulled2.length === 0) throw new Misfit("It has no lines.");
  return {
    externalId: root,
    version: String(order["modified"]),
    raw: order,
    supplier: neededText(order["supplier"], "supplier"),
    number: neededText(order["name"], "name"),
    orderedOn,
    deliverBy: day(order["schedule_date"], "schedule_date", "site"),
    status: order["docstatus"] === 2 ? "Cancelled" : ["Closed", "Completed", "Delivered"].includes(state2) ? "Closed" : "Open",
    acknowledgedOn: confirmedOn ?? (confirmation === null ? null : orderedOn),
    acknowledgementReference: confirmation === NO_REFERENCE ? null : confirmation,
    paid: rupees(Decimal.max(0, decimal(order["advance_paid"], "advance_paid") ?? 0)),
    deliveryLocation: plain(order["shipping_address_display"]) ?? text(order["set_warehouse"], "set_warehouse"),
    vendorAddress: plain(order["address_display"]),
    lines: pulled2
  };
}
function plain(value) {
  if (typeof value !== "string") return null;
  const parts2 = value.split(/<br\s*\/?>|\n/i).map(
    (part) => part.replaceAll(/<[^<>]*>/g, " ").replaceAll(/\s+/g, " ").trim()
  );
  return parts2.filter(Boolean).join(", ") || null;
}
function lineOf(line2, item2, taxes2) {
  const quantity3 = neededDecimal(line2["qty"], "qty");
  if (quantity3.lte(0)) return [];
  const uom = text(line2["uom"], "uom");
  const factor = decimal(line2["conversion_factor"], "conversion_factor") ?? new Decimal(1);
  if (factor.lte(0)) throw new Misfit("conversion_factor is not above zero.");
  const rate3 = neededDecimal(line2["rate"], "rate");
  const listed = decimal(line2["price_list_rate"], "price_list_rate") ?? new Decimal(0);
  const discount = decimal(line2["discount_percentage"], "discount_percentage") ?? new Decimal(0);
  const discounted = rate3.gt(0) && discount.gt(0) && listed.gte(rate3);
  const taxable2 = decimal(line2["taxable_value"], "taxable_value") ?? decimal(line2["net_amount"], "net_amount") ?? decimal(line2["amount"], "amount");
  const barcodes = item2 === null ? [] : barcodesOf(item2);
  const own = barcodes.find((each) => each.uom === uom) ?? barcodes.find((each) => each.uom === null) ?? barcodes[0];
  const code2 = neededText(line2["item_code"] ?? line2["item_name"], "item_code");
  return [
    {
      externalId: text(line2["name"], "name"),
      itemCode: code2,
      itemName: text(line2["item_name"], "item_name") ?? code2,
      ean: own?.ean ?? null,
      secondEan: barcodes.find((each) => each.ean !== own?.ean)?.ean ?? null,
      hsnCode: text(line2["gst_hsn_code"], "gst_hsn_code") ?? text(item2?.["gst_hsn_code"], "gst_hsn_code"),
      skuCode: text(line2["supplier_part_no"], "supplier_part_no") ?? code2,
      uom,
      caseQuantity: item2 === null ? null : caseOf(item2, factor),
      receivedQuantity: quantityText(Decimal.max(0, decimal(line2["received_qty"], "received_qty") ?? 0)),
      mrp: null,
      ...lineFigures({
        quantity: quantity3,
        unitPrice: rate3.eq(0) ? new Decimal(0) : discounted ? listed : rate3,
        discountRate: discounted ? discount : new Decimal(0),
        taxable: rate3.eq(0) ? new Decimal(0) : taxable2,
        taxes: taxesOf(line2, taxes2)
      })
    }
  ];
}
function caseOf(item2, factor) {
  for (const [name, pieces2] of unitsOf(item2)) {
    if (!/^(carton|case|ctn|cs|box|master)/i.test(name)) continue;
    const count3 = pieces2.div(factor);
    if (count3.gte(1)) return quantityText(count3);
  }
  return null;
}
function taxesOf(line2, taxes2) {
  const stated = {};
  for (const head of ["cgst", "sgst", "igst", "cess"]) {
    const rate3 = decimal(line2[`${head}_rate`], `${head}_rate`);
    if (rate3 !== null) stated[head] = { rate: rate3, amount: decimal(line2[`${head}_amount`], `${head}_amount`) };
  }
  if (Object.keys(stated).length > 0) return stated;
  for (const row of taxes2) {
    const head = headOf(`${String(row["account_head"])} ${String(row["description"])}`);
    if (head === null) continue;
    const rate3 = wiseRate(row["item_wise_tax_detail"], String(line2["item_code"])) ?? decimal(row["rate"], "rate");
    if (rate3 !== null && rate3.gt(0)) stated[head] = { rate: rate3 };
  }
  return Object.keys(stated).length > 0 ? stated : null;
}
function wiseRate(detail, code2) {
  if (typeof detail !== "string") return null;
  try {
    const found = JSON.parse(detail)[code2];
    return decimal(Array.isArray(found) ? found[0] : found, "item_wise_tax_detail");
  } catch {
    return null;
  }
}
function returnOf(receipt2, line2, original, bill, days) {
  const name = neededText(receipt2["name"], "name");
  const quantity3 = neededDecimal(line2["qty"], "qty").abs();
  const number18 = text(line2["purchase_order"], "purchase_order");
  const row = text(line2["name"], "name") ?? String(line2["idx"]);
  if (quantity3.eq(0)) throw new Misfit(`qty of line ${row} is zero.`);
  const received = recordsOf(original?.["items"], "items").find((each) => each["name"] === line2["purchase_receipt_item"]);
  const came = decimal(received?.["received_qty"] ?? received?.["qty"], "received_qty");
  return {
    externalId: `${name}/${row}`,
    version: String(receipt2["modified"]),
    raw: { ...receipt2, items: [line2] },
    supplier: neededText(receipt2["supplier"], "supplier"),
    poNumber: number18,
    poDate: number18 === null ? null : days.get(number18) ?? null,
    invoiceNumber: text(bill?.["bill_no"], "bill_no") ?? text(receipt2["supplier_delivery_note"], "supplier_delivery_note"),
    invoiceDate: day(bill?.["bill_date"], "bill_date", "site"),
    itemName: neededText(line2["item_name"] ?? line2["item_code"], "item_name"),
    receivedQuantity: quantityText(came ?? quantity3),
    returnedQuantity: quantityText(quantity3),
    remarks: text(receipt2["remarks"], "remarks"),
    ...receipt2["docstatus"] === 2 && { cancelled: true }
  };
}
function paymentsOf(payment2, references, numbers3) {
  demandRupees(text(payment2["paid_to_account_currency"], "paid_to_account_currency"));
  const name = neededText(payment2["name"], "name");
  const note = [text(payment2["reference_no"], "reference_no"), text(payment2["remarks"], "remarks")].filter((each) => each !== null).join(", ");
  const shared = {
    version: String(payment2["modified"]),
    supplier: neededText(payment2["party"], "party"),
    paidOn: neededDay(payment2["posting_date"], "posting_date", "site"),
    mode: text(payment2["mode_of_payment"], "mode_of_payment") ?? "Bank transfer",
    remarks: note || null,
    ...payment2["docstatus"] === 2 && { cancelled: true }
  };
  const parts2 = references.map((row, index) => ({
    id: text(row["name"], "name") ?? String(index + 1),
    amount: neededDecimal(row["allocated_amount"], "allocated_amount"),
    // An advance on an order belongs to no bill yet.
    invoiceNumber: row["reference_doctype"] === "Purchase Invoice" ? text(row["bill_no"], "bill_no") ?? numbers3.get(String(row["reference_name"])) ?? neededText(row["reference_name"], "reference_name") : null,
    row
  }));
  const open3 = decimal(payment2["unallocated_amount"], "unallocated_amount") ?? new Decimal(0);
  const billed = parts2.length === 0 && open3.eq(0) ? neededDecimal(payment2["paid_amount"], "paid_amount") : open3;
  const all = [...spread(parts2), ...billed.gt(0) ? [{ id: "on-account", amount: billed, invoiceNumber: null, row: null }] : []];
  return partsOf(
    name,
    all.map(({ id, amount: amount6, invoiceNumber, row }) => ({
      ...shared,
      externalId: `${name}/${id}`,
      amount: rupees(amount6),
      invoiceNumber,
      raw: { ...payment2, references: row === null ? [] : [row] }
    }))
  );
}

// server/src/buyer-system/port.ts
var BuyerSystemError = class extends Error {
  name = "BuyerSystemError";
};

// server/src/buyer-system/http.ts
var BYTES_MOST = 32 * 1024 * 1024;
var MILLISECONDS = 2e4;
function erpHttp({ name, url, secrets, timeout = MILLISECONDS, bytesMost = BYTES_MOST }) {
  const hidden = secrets.filter((secret) => secret.length > 0);
  const discreet = (text3) => hidden.reduce((shown2, secret) => shown2.replaceAll(secret, "\u2026"), text3);
  const fail = (what, problem2) => {
    throw new BuyerSystemError(discreet(`${name}, asked for ${what}, ${problem2}`));
  };
  async function ask(what, path, init) {
    const late = () => fail(what, `did not answer within ${timeout / 1e3} s.`);
    const signal = AbortSignal.timeout(timeout);
    let response;
    let text3;
    try {
      response = await fetch(`${url}${path}`, {
        method: init.method,
        redirect: "manual",
        signal,
        headers: {
          accept: "application/json",
          "user-agent": "Aapurti",
          ...init.body !== void 0 && { "content-type": "application/json; charset=utf-8" },
          ...init.headers
        },
        ...init.body !== void 0 && { body: JSON.stringify(init.body) }
      });
      text3 = await readText(response, bytesMost);
    } catch (error) {
      if (error instanceof TooMuch) return fail(what, `answered with more than ${Math.floor(bytesMost / 1024 / 1024)} MB.`);
      if (signal.aborted) return late();
      return fail(what, `could not be reached or broke off (${codeOf(error)}).`);
    }
    const { status } = response;
    if (status >= 300 && status < 400) {
      const given3 = response.headers.get("location") ?? "";
      const target = URL.canParse(given3, url) ? new URL(given3, url).origin : "another address";
      return fail(what, `answered with a redirect to ${target}, which is not followed. ERP_URL has to name the address that answers.`);
    }
    const isPage = /^\s*<(!doctype|html|\?xml)/i.test(text3);
    const words2 = `${status}${isPage ? ` with a web page${titleOf(text3)}` : ""}`;
    if (isPage && status < 400) return fail(what, `answered ${words2} (HTML) instead of JSON.`);
    try {
      const body = parseJson(text3);
      return isTooDeep(body) ? fail(what, "answered with JSON that is nested too deeply.") : { status, body, words: words2 };
    } catch (error) {
      if (error instanceof BuyerSystemError) throw error;
      if (status >= 400) return { status, body: void 0, words: words2 };
      return fail(
        what,
        text3 === "" ? `answered ${status} with nothing.` : `answered with JSON that breaks off or is none, ${text3.length} characters.`
      );
    }
  }
  return { ask, fail };
}
var TooMuch = class extends Error {
};
async function readText(response, most) {
  const parts2 = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > most) throw new TooMuch();
    parts2.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts2));
}
function parseJson(text3) {
  if (!/\\u(0000|d[89a-f])/i.test(text3)) return JSON.parse(text3);
  return JSON.parse(
    text3,
    (_name, value) => typeof value === "string" ? value.replaceAll("\0", "").replaceAll(new RegExp("\\p{Surrogate}", "gu"), "\uFFFD") : value
  );
}
var NESTED_MAX = 100;
function isTooDeep(value) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > NESTED_MAX) return true;
    level = level.flatMap((each) => typeof each === "object" && each !== null ? Object.values(each) : []);
  }
  return false;
}
function titleOf(page) {
  const title = /<title[^<>]*>([^<]{1,80})/i.exec(page)?.[1]?.trim();
  return title ? ` (${title})` : "";
}
function codeOf(error) {
  const { cause, message: message2 } = error;
  return cause?.code ?? cause?.message ?? message2;
}

// server/src/buyer-system/erpnext.ts
var AT_ONCE = 4;
var NAMES_A_FILTER = 40;
var AMENDMENTS_MOST = 50;
function erpnext({ url, key, secret, company, priceList = "MRP", timeout, bytesMost }) {
  const http = erpHttp({ name: "ERPNext", url, secrets: [secret], timeout, bytesMost });
  const headers = { authorization: `token ${key}:${secret}` };
  async function ask(doctype, path, method = "GET", body) {
    const answer = await http.ask(doctype, path, { method, headers, body });
    const data = answer.body?.data;
    if (answer.status === 401) http.fail(doctype, "refused the API key (401). ERP_USER is the key, ERP_SECRET its secret.");
    if (answer.status === 403)
      http.fail(doctype, `refused (403): the API user has no right to ${method === "GET" ? "read" : "write"} ${doctype}.`);
    const said = answer.status < 400 ? "" : reasonOf(answer.body) || answer.words;
    return { status: answer.status, data, said };
  }
  async function list10(doctype, filters3, fields, more = {}) {
    const query2 = new URLSearchParams({
      fields: JSON.stringify(fields),
      filters: JSON.stringify(filters3),
      limit_start: "0",
      limit_page_length: String(PAGE),
      ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, String(value)]))
    });
    const { status, data, said } = await ask(doctype, `/api/resource/${encodeURIComponent(doctype)}?${query2}`);
    if (status >= 400) return http.fail(doctype, `answered with an error (${status}): ${said}.`);
    if (!Array.isArray(data)) return http.fail(doctype, 'answered without the list "data".');
    return data;
  }
  async function document(doctype, name) {
    const { status, data, said } = await ask(doctype, `/api/resource/${encodeURIComponent(doctype)}/${encodeURIComponent(name)}`);
    if (status === 404) return null;
    if (status >= 400) return http.fail(`${doctype} ${name}`, `answered with an error (${status}): ${said}.`);
    if (typeof data !== "object" || data === null) return http.fail(`${doctype} ${name}`, 'answered without "data".');
    return data;
  }
  async function write(doctype, method, name, body) {
    const path = `/api/resource/${encodeURIComponent(doctype)}${name === null ? "" : `/${encodeURIComponent(name)}`}`;
    return ask(doctype, path, method, body);
  }
  async function* changed(doctype, filters3, fields, cursor) {
    let from2 = since(cursor);
    let skip = 0;
    let before = /* @__PURE__ */ new Set();
    let mark = cursor ?? "";
    for (; ; ) {
      const page = await list10(doctype, [...filters3, ...from2 === null ? [] : [["modified", ">=", from2]]], fields, {
        order_by: "modified asc, name asc",
        limit_start: skip
      });
      const last = page.at(-1)?.["modified"];
      if (page.length > 0 && typeof last !== "string") http.fail(doctype, 'answered with a record without "modified".');
      const at = typeof last === "string" ? last : "";
      const fresh = page.filter((record5) => !before.has(stampOf(record5)));
      if (at > mark) mark = at;
      if (page.length > 0) yield { records: fresh, cursor: mark };
      if (page.length < PAGE) return;
      skip = at === from2 ? skip + PAGE : 0;
      from2 = at;
      before = new Set(page.map(stampOf));
    }
  }
  const ofCompany = company === void 0 ? [] : [["company", "=", company]];
  async function mapEach(doctype, heads, map) {
    const results = await atOnce(heads, AT_ONCE, async (head) => {
      const name = String(head["name"]);
      const whole = await document(doctype, name);
      if (whole === null) return { rows: [], fault: null };
      try {
        return { rows: await map(head, whole), fault: null };
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
        const fault2 = {
          externalId: typeof head["root"] === "string" ? head["root"] : name,
          problem: `${doctype} ${name}: ${error.message}`,
          raw: whole
        };
        return { rows: [], fault: fault2 };
      }
    });
    return { rows: results.flatMap(({ rows }) => rows), faults: results.flatMap(({ fault: fault2 }) => fault2 === null ? [] : [fault2]) };
  }
  async function* suppliers(cursor) {
    for await (const page of changed("Supplier", [], ["*"], cursor)) {
      yield { rows: page.records.map(knownSupplier), faults: [], cursor: page.cursor };
    }
  }
  function itemShelf() {
    const shelf = /* @__PURE__ */ new Map();
    return (code2) => {
      const known = shelf.get(code2) ?? document("Item", code2);
      shelf.set(code2, known);
      return known;
    };
  }
  async function pricesOf(codes3) {
    const found = /* @__PURE__ */ new Map();
    for (let start = 0; start < codes3.length; start += NAMES_A_FILTER) {
      const rows = await list10(
        "Item Price",
        [
          ["price_list", "=", priceList],
          ["item_code", "in", codes3.slice(start, start + NAMES_A_FILTER)]
        ],
        ["item_code", "price_list_rate", "valid_from", "valid_upto", "uom"],
        { order_by: "valid_from asc, modified asc", limit_page_length: 1e3 }
      );
      const today = indianDay(/* @__PURE__ */ new Date());
      for (const row of rows) {
        const [from2, upto] = [row["valid_from"], row["valid_upto"]];
        if (typeof from2 === "string" && from2 > today || typeof upto === "string" && upto < today) continue;
        const code2 = String(row["item_code"]);
        found.set(code2, [...found.get(code2) ?? [], row]);
      }
    }
    return found;
  }
  async function* items(cursor) {
    for await (const page of changed("Item", [], ["name", "modified"], cursor)) {
      const prices = await pricesOf(page.records.map(({ name }) => String(name)));
      const { rows, faults } = await mapEach(
        "Item",
        page.records,
        async (_head, item2) => itemsOf(item2, prices.get(String(item2["name"])) ?? [])
      );
      yield { rows, faults, cursor: page.cursor };
    }
  }
  async function findItemsByEan(code2) {
    const heads = await list10("Item", [["Item Barcode", "barcode", "in", eanSpellings(code2)]], ["name"], { limit_page_length: 20 });
    const names = [...new Set(heads.map(({ name }) => String(name)))];
    const prices = await pricesOf(names);
    const { rows } = await mapEach(
      "Item",
      names.map((name) => ({ name })),
      async (_head, item2) => itemsOf(item2, prices.get(String(item2["name"])) ?? [])
    );
    const wanted2 = ean(code2);
    return rows.filter((item2) => item2.ean === wanted2);
  }
  async function rootOf(name, from2) {
    let root = name;
    let next = from2;
    for (let steps = 0; typeof next === "string" && next !== "" && steps < AMENDMENTS_MOST; steps += 1) {
      root = next;
      const [before] = await list10("Purchase Order", [["name", "=", next]], ["name", "amended_from"]);
      next = before?.["amended_from"];
    }
    return root;
  }
  async function lastVersions(heads) {
    const cancelled = heads.filter((head) => head["docstatus"] === 2).map(({ name }) => String(name));
    const replaced = /* @__PURE__ */ new Set();
    for (let start = 0; start < cancelled.length; start += NAMES_A_FILTER) {
      const later = await list10(
        "Purchase Order",
        [
          ["amended_from", "in", cancelled.slice(start, start + NAMES_A_FILTER)],
          ["docstatus", "in", [1, 2]]
        ],
        ["name", "amended_from"]
      );
      for (const each of later) replaced.add(String(each["amended_from"]));
    }
    const last = heads.filter(({ name }) => !replaced.has(String(name)));
    return atOnce(last, AT_ONCE, async (head) => ({ ...head, root: await rootOf(String(head["name"]), head["amended_from"]) }));
  }
  async function* orders2(cursor) {
    const item2 = itemShelf();
    const filters3 = [["docstatus", "in", [1, 2]], ...ofCompany];
    for await (const page of changed("Purchase Order", filters3, ["name", "modified", "docstatus", "amended_from"], cursor)) {
      const heads = await lastVersions(page.records);
      const { rows, faults } = await mapEach("Purchase Order", heads, async (head, order) => {
        const lines = recordsOf(order["items"], "items");
        const ofLines = await atOnce(lines, 1, async (line2) => {
          const code2 = text(line2["item_code"], "item_code");
          return code2 === null ? null : item2(code2);
        });
        return [orderOf(order, String(head["root"]), lines, ofLines)];
      });
      yield { rows, faults, cursor: page.cursor };
    }
  }
  async function* returns2(cursor) {
    const filters3 = [["is_return", "=", 1], ["docstatus", "in", [1, 2]], ...ofCompany];
    for await (const page of changed("Purchase Receipt", filters3, ["name", "modified"], cursor)) {
      const { rows, faults } = await mapEach("Purchase Receipt", page.records, async (_head, receipt2) => {
        const from2 = text(receipt2["return_against"], "return_against");
        const original = from2 === null ? null : await document("Purchase Receipt", from2);
        const bill = from2 === null ? void 0 : await billOf(from2);
        const lines = recordsOf(receipt2["items"], "items");
        const days = /* @__PURE__ */ new Map();
        for (const line2 of lines) {
          const number18 = text(line2["purchase_order"], "purchase_order");
          if (number18 === null || days.has(number18)) continue;
          const [order] = await list10("Purchase Order", [["name", "=", number18]], ["name", "transaction_date"]);
          days.set(number18, day(order?.["transaction_date"], "transaction_date", "site"));
        }
        return lines.map((line2) => returnOf(receipt2, line2, original, bill, days));
      });
      yield { rows, faults, cursor: page.cursor };
    }
  }
  async function billOf(receipt2) {
    const [bill] = await list10(
      "Purchase Invoice",
      [
        ["Purchase Invoice Item", "purchase_receipt", "=", receipt2],
        ["docstatus", "=", 1],
        ["is_return", "=", 0]
      ],
      ["name", "bill_no", "bill_date"]
    );
    return bill;
  }
  async function* payments2(cursor) {
    const filters3 = [["payment_type", "=", "Pay"], ["party_type", "=", "Supplier"], ["docstatus", "in", [1, 2]], ...ofCompany];
    const numbers3 = /* @__PURE__ */ new Map();
    for await (const page of changed("Payment Entry", filters3, ["name", "modified"], cursor)) {
      const { rows, faults } = await mapEach("Payment Entry", page.records, async (_head, payment2) => {
        const references = recordsOf(payment2["references"], "references");
        const unknown6 = references.filter((each) => each["reference_doctype"] === "Purchase Invoice" && !each["bill_no"]);
        const missing = [...new Set(unknown6.map((each) => String(each["reference_name"])))].filter((name) => !numbers3.has(name));
        for (let start = 0; start < missing.length; start += NAMES_A_FILTER) {
          const bills = await list10("Purchase Invoice", [["name", "in", missing.slice(start, start + NAMES_A_FILTER)]], ["name", "bill_no"]);
          for (const bill of bills) numbers3.set(String(bill["name"]), text(bill["bill_no"], "bill_no") ?? String(bill["name"]));
        }
        return paymentsOf(payment2, references, numbers3);
      });
      yield { rows, faults, cursor: page.cursor };
    }
  }
  const alone2 = oneAtATime();
  async function findSupplier({ gstin: number18, email: email2, name, vendorCode }) {
    const wanted2 = [];
    if (number18 !== null) wanted2.push(["gstin", "=", number18], ["tax_id", "=", number18]);
    if (email2 !== null) wanted2.push(["email_id", "=", email2]);
    if (wanted2.length === 0) wanted2.push(["supplier_details", "=", reference(vendorCode, name)]);
    for (const filter of wanted2) {
      const query2 = new URLSearchParams({ fields: '["name"]', filters: JSON.stringify([filter]), limit_page_length: "2" });
      const { status, data, said } = await ask("Supplier", `/api/resource/Supplier?${query2}`);
      if (filter[0] === "gstin" && (status === 417 || status === 400 || status === 500 && /gstin/.test(said))) continue;
      if (status >= 400) http.fail("Supplier", `answered with an error (${status}): ${said}.`);
      const found = Array.isArray(data) ? data : [];
      if (found.length > 1) http.fail("Supplier", `has several with ${filter[0]} ${String(filter[2])}: the vendor can not be matched.`);
      if (found[0] !== void 0) return String(found[0]["name"]);
    }
    return null;
  }
  async function createSupplier(vendor2) {
    const known = await findSupplier(vendor2);
    if (known !== null) return { externalId: known };
    const body = {
      supplier_name: vendor2.name,
      supplier_type: "Company",
      country: "India",
      supplier_details: reference(vendor2.vendorCode, vendor2.name),
      email_id: vendor2.email,
      mobile_no: vendor2.mobileNumber,
      pan: vendor2.pan,
      ...vendor2.gstin !== null && { gstin: vendor2.gstin, tax_id: vendor2.gstin, gst_category: "Registered Regular" }
    };
    let made = await write("Supplier", "POST", null, body);
    if (made.status === 409)
      made = await write("Supplier", "POST", null, { ...body, supplier_name: `${vendor2.name} (${vendor2.vendorCode})` });
    if (made.status >= 400) http.fail("a new Supplier", `refused ${vendor2.name} (${made.status}): ${made.said}.`);
    const name = made.data?.["name"];
    if (typeof name !== "string") return http.fail("a new Supplier", "answered without its name.");
    return { externalId: name };
  }
  return {
    source: "erpnext",
    createSupplier: (vendor2) => alone2(() => createSupplier(vendor2)),
    findItemsByEan,
    async acknowledgeOrder({ number: number18, reference: given3, on: on2 }) {
      const body = { order_confirmation_no: given3 ?? NO_REFERENCE, order_confirmation_date: on2 };
      const { status, said } = await write("Purchase Order", "PUT", number18, body);
      if (status >= 400)
        throw new BuyerSystemError(`ERPNext refused the acknowledgement of Purchase Order ${number18} (${status}): ${said}.`);
    },
    pulls: { suppliers, items, orders: orders2, returns: returns2, payments: payments2 }
  };
}

// server/src/buyer-system/odooRecords.ts
var PARTNER = ["name", "vat", "email", "write_date"];
var ITEM = ["name", "default_code", "barcode", "categ_id", "uom_id", "l10n_in_hsn_code", "write_date"];
var ORDER = [
  "name",
  "partner_id",
  "partner_ref",
  "date_order",
  "date_approve",
  "date_planned",
  "state",
  "locked",
  "acknowledged|mail_reception_confirmed",
  "receipt_status",
  "invoice_status",
  "currency_id",
  "dest_address_id",
  "picking_type_id",
  "order_line",
  "invoice_ids",
  "write_date"
];
var LINE = [
  "name",
  "product_id",
  "product_qty",
  "product_uom_id|product_uom",
  "price_unit",
  "discount",
  "tax_ids|taxes_id",
  "price_subtotal",
  "price_tax",
  "qty_received",
  "display_type",
  "sequence"
];
var BILL = ["name", "ref", "invoice_date", "move_type", "state", "amount_total", "amount_residual"];
var PICKING = ["name", "partner_id", "date_done", "state", "note", "move_ids|move_lines", "write_date"];
var MOVE = ["product_id", "quantity|quantity_done", "origin_returned_move_id", "purchase_line_id"];
var PAYMENT = [
  "name",
  "date",
  "amount",
  "currency_id",
  "partner_id",
  "payment_method_line_id",
  "journal_id",
  "memo|ref",
  "state",
  "reconciled_bill_ids",
  "write_date"
];
function sorted(records, by, map) {
  const inOrder = [...records].sort((one2, other) => String(one2[by]) < String(other[by]) ? -1 : 1);
  return sortOut(inOrder, (record5) => record5["id"], map);
}
function idOf(value) {
  const id = Array.isArray(value) ? value[0] : value;
  return typeof id === "number" ? id : null;
}
function nameOf(value, field2) {
  return text(Array.isArray(value) ? value[1] : value, field2);
}
function idsOf(value) {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}
function present(records, ids) {
  return ids.map((id) => records.get(id)).filter((record5) => record5 !== void 0);
}
function knownSupplier2(row) {
  const email2 = text(row["email"], "email");
  return {
    externalId: String(row["id"]),
    name: neededText(row["name"], "name"),
    email: email2?.includes("@") ? email2 : null,
    gstin: gstin(row["vat"])
  };
}
function itemsOf2(row) {
  const code2 = ean(row["barcode"]);
  if (code2 === null) return [];
  const sku = text(row["default_code"], "default_code");
  return [
    {
      // The internal reference need not be unique in Odoo.
      itemCode: String(row["id"]),
      ean: code2,
      name: neededText(row["name"], "name"),
      brandName: null,
      category: nameOf(row["categ_id"], "categ_id"),
      hsnCode: text(row["l10n_in_hsn_code"], "l10n_in_hsn_code"),
      skuCode: sku,
      uom: nameOf(row["uom_id"], "uom_id"),
      uomDescription: null,
      uomConversion: "1",
      mrp: null
    }
  ];
}
function orderFrom(order, parts2) {
  demandRupees(nameOf(order["currency_id"], "currency_id"));
  const number18 = neededText(order["name"], "name");
  const rows = present(parts2.lines, idsOf(order["order_line"]));
  const lines = rows.flatMap((line2) => lineOf2(line2, parts2));
  if (lines.length === 0) throw new Misfit("It has no lines.");
  const orderedOn = neededDay(order["date_approve"] || order["date_order"], "date_approve");
  const partner = idOf(order["partner_id"]);
  if (partner === null) throw new Misfit("partner_id is empty.");
  const bills = present(parts2.bills, idsOf(order["invoice_ids"]));
  const address = (id) => oneLine2(id === null ? null : parts2.partners.get(id)?.["contact_address"]);
  const closed = order["state"] === "done" || order["locked"] === true;
  return [
    {
      externalId: String(order["id"]),
      // Receipts and bills change an order that keeps its own time of change.
      version: versionOf(order["write_date"], [lines, paidOf(bills)]),
      raw: { ...order, lines: rows },
      supplier: String(idOf(parts2.partners.get(partner)?.["commercial_partner_id"]) ?? partner),
      number: number18,
      orderedOn,
      deliverBy: day(order["date_planned"], "date_planned"),
      status: order["state"] === "cancel" ? "Cancelled" : closed && order["receipt_status"] !== "pending" && order["receipt_status"] !== "partial" ? "Closed" : "Open",
      // Odoo keeps that it was acknowledged, not when.
      acknowledgedOn: order["acknowledged|mail_reception_confirmed"] === true ? orderedOn : null,
      acknowledgementReference: text(order["partner_ref"], "partner_ref"),
      paid: paidOf(bills),
      deliveryLocation: address(idOf(order["dest_address_id"])) ?? nameOf(order["picking_type_id"], "picking_type_id"),
      vendorAddress: address(partner),
      lines
    }
  ];
}
function oneLine2(value) {
  if (typeof value !== "string") return null;
  const parts2 = value.split("\n").map((part) => part.trim());
  return parts2.filter(Boolean).join(", ") || null;
}
function paidOf(bills) {
  const sum3 = bills.reduce((total, bill) => {
    if (bill["state"] !== "posted") return total;
    const settled2 = neededDecimal(bill["amount_total"], "amount_total").minus(neededDecimal(bill["amount_residual"], "amount_residual"));
    return bill["move_type"] === "in_refund" ? total.minus(settled2) : total.plus(settled2);
  }, new Decimal(0));
  return rupees(Decimal.max(0, sum3));
}
function lineOf2(line2, { products, taxes: taxes2 }) {
  if (line2["display_type"]) return [];
  const quantity3 = neededDecimal(line2["product_qty"], "product_qty");
  if (quantity3.lte(0)) return [];
  const id = idOf(line2["product_id"]);
  const product2 = id === null ? void 0 : products.get(id);
  const price2 = neededDecimal(line2["price_unit"], "price_unit");
  const taxable2 = decimal(line2["price_subtotal"], "price_subtotal");
  const sku = text(product2?.["default_code"], "default_code");
  const description = neededText(line2["name"], "name");
  return [
    {
      externalId: String(line2["id"]),
      itemCode: sku ?? (id === null ? description.slice(0, 40) : String(id)),
      itemName: text(product2?.["name"], "name") ?? description,
      ean: ean(product2?.["barcode"]),
      secondEan: null,
      hsnCode: text(product2?.["l10n_in_hsn_code"], "l10n_in_hsn_code"),
      skuCode: sku,
      uom: nameOf(line2["product_uom_id|product_uom"], "product_uom"),
      caseQuantity: null,
      receivedQuantity: quantityText(Decimal.max(0, decimal(line2["qty_received"], "qty_received") ?? 0)),
      mrp: null,
      ...lineFigures({
        quantity: quantity3,
        unitPrice: price2,
        discountRate: decimal(line2["discount"], "discount") ?? new Decimal(0),
        taxable: taxable2,
        taxes: taxesOf2(idsOf(line2["tax_ids|taxes_id"]), taxes2, decimal(line2["price_tax"], "price_tax"), taxable2)
      })
    }
  ];
}
function taxesOf2(ids, taxes2, stated, taxable2) {
  const leaves = ids.flatMap((id) => {
    const tax = taxes2.get(id);
    const children = present(taxes2, idsOf(tax?.["children_tax_ids"]));
    return tax === void 0 ? [] : children.length > 0 ? children : [tax];
  });
  const found = {};
  for (const tax of leaves) {
    if (tax["amount_type"] !== void 0 && tax["amount_type"] !== "percent") continue;
    const rate3 = neededDecimal(tax["amount"], "amount of a tax");
    const head = headOf(`${nameOf(tax["tax_group_id"], "tax_group_id") ?? ""} ${String(tax["name"])}`) ?? headOf(String(tax["name"]));
    if (head !== null && rate3.gt(0)) found[head] = { rate: rate3.plus(found[head]?.rate ?? 0) };
    else if (head === null && rate3.gt(0) && leaves.length === 1) found.igst = { rate: rate3, amount: stated };
  }
  if (Object.keys(found).length === 0) return null;
  const heads = Object.keys(found);
  const [only] = heads;
  if (heads.length === 1 && only !== void 0 && stated !== null && taxable2 !== null)
    found[only] = { rate: found[only]?.rate ?? new Decimal(0), amount: stated };
  return found;
}
function returnsOf(picking, { moves, originals, lines, orders: orders2, bills }) {
  const partner = idOf(picking["partner_id"]);
  return idsOf(picking["move_ids|move_lines"]).flatMap((id) => {
    const move = moves.get(id);
    if (move === void 0) return [];
    const quantity3 = neededDecimal(move["quantity|quantity_done"], "quantity").abs();
    if (quantity3.eq(0)) return [];
    const original = originals.get(idOf(move["origin_returned_move_id"]) ?? 0);
    const line2 = lines.get(idOf(move["purchase_line_id"]) ?? idOf(original?.["purchase_line_id"]) ?? 0);
    const order = orders2.get(idOf(line2?.["order_id"]) ?? 0);
    const supplier = idOf(order?.["partner_id"]) ?? partner;
    if (supplier === null) throw new Misfit("partner_id is empty.");
    const bill = idsOf(order?.["invoice_ids"]).map((each) => bills.get(each)).find((each) => each?.["move_type"] === "in_invoice" && each["state"] === "posted");
    return [
      {
        externalId: `${String(picking["id"])}/${id}`,
        version: String(picking["write_date"]),
        raw: { ...picking, move },
        supplier: String(supplier),
        poNumber: text(order?.["name"], "name"),
        poDate: day(order?.["date_approve"] || order?.["date_order"], "date_approve"),
        invoiceNumber: text(bill?.["ref"], "ref") ?? text(bill?.["name"], "name"),
        invoiceDate: day(bill?.["invoice_date"], "invoice_date"),
        itemName: nameOf(move["product_id"], "product_id") ?? "Unnamed item",
        receivedQuantity: quantityText(decimal(original?.["quantity|quantity_done"], "quantity") ?? quantity3),
        returnedQuantity: quantityText(quantity3),
        remarks: oneLine2(typeof picking["note"] === "string" ? picking["note"].replaceAll(/<[^<>]*>/g, " ") : null)
      }
    ];
  });
}
function paymentsOf2(row, bills) {
  demandRupees(nameOf(row["currency_id"], "currency_id"));
  const supplier = idOf(row["partner_id"]);
  if (supplier === null) throw new Misfit("partner_id is empty.");
  const shared = {
    version: String(row["write_date"]),
    raw: row,
    supplier: String(supplier),
    paidOn: neededDay(row["date"], "date"),
    mode: nameOf(row["payment_method_line_id"], "payment_method_line_id") ?? nameOf(row["journal_id"], "journal_id") ?? "Bank transfer",
    remarks: [text(row["name"], "name"), text(row["memo|ref"], "memo")].filter((each) => each !== null && each !== "/").join(", ") || null,
    ...["cancel", "canceled", "rejected"].includes(String(row["state"])) && { cancelled: true }
  };
  let left = neededDecimal(row["amount"], "amount");
  const own = present(bills, idsOf(row["reconciled_bill_ids"])).sort(
    (one2, other) => `${String(one2["invoice_date"])} ${Number(one2["id"])}`.localeCompare(`${String(other["invoice_date"])} ${Number(other["id"])}`)
  );
  const parts2 = own.flatMap((bill) => {
    const settled2 = neededDecimal(bill["amount_total"], "amount_total").minus(decimal(bill["amount_residual"], "amount_residual") ?? 0);
    const amount6 = Decimal.min(left, settled2);
    left = left.minus(amount6);
    const invoiceNumber = text(bill["ref"], "ref") ?? neededText(bill["name"], "name");
    return amount6.gt(0) ? [{ ...shared, externalId: `${String(row["id"])}/${String(bill["id"])}`, amount: rupees(amount6), invoiceNumber }] : [];
  });
  const all = left.gt(0) ? [...parts2, { ...shared, externalId: `${String(row["id"])}/on-account`, amount: rupees(left), invoiceNumber: null }] : parts2;
  return partsOf(String(row["id"]), all);
}

// server/src/buyer-system/odooLine.ts
function odooLine({ url, database, user: user2 = "", secret, protocol, company, timeout, bytesMost }) {
  const http = erpHttp({ name: "Odoo", url, secrets: [secret], timeout, bytesMost });
  const context = { lang: "en_US", tz: "UTC", ...company !== void 0 && { allowed_company_ids: [company] } };
  function refuse(model, method, { name, message: message2 }, otherwise) {
    const kind = typeof name === "string" ? name : "";
    const said = typeof message2 === "string" && message2 !== "" ? message2.replaceAll(/\s+/g, " ").slice(0, 300) : otherwise;
    const denied = kind.endsWith("AccessError") || kind.endsWith("Forbidden");
    const writes = ["create", "write"].includes(method);
    if (denied) return http.fail(model, `refused: the API user has no right to ${writes ? "write" : "read"} ${model}. ${said}`);
    return http.fail(`${model}.${method}`, `answered with an error: ${said}.`);
  }
  const json2 = async (model, method, { ids, ...named }) => {
    const { status, body, words: words2 } = await http.ask(model, `/json/2/${model}/${method}`, {
      method: "POST",
      headers: { authorization: `bearer ${secret}`, ...database !== void 0 && { "x-odoo-database": database } },
      body: { ...ids !== void 0 && { ids }, ...named, context }
    });
    if (status < 400) return body;
    const error = body ?? {};
    if (status === 401) return http.fail(model, "refused the API key (401). ERP_SECRET has to be a key of an Odoo user.");
    if (status === 403) return refuse(model, method, { name: "AccessError", message: error.message }, words2);
    if (status === 404 && body === void 0)
      return http.fail(model, "knows no JSON-2, which came with Odoo 19. ERP_URL may start with odoo-jsonrpc+ instead.");
    return refuse(model, method, error, words2);
  };
  async function rpc(what, service, method, args) {
    const { status, body, words: words2 } = await http.ask(what, "/jsonrpc", {
      method: "POST",
      headers: {},
      body: { jsonrpc: "2.0", method: "call", id: 1, params: { service, method, args } }
    });
    if (status >= 400 || typeof body !== "object" || body === null) return http.fail(what, `answered ${words2}.`);
    return body;
  }
  let session2;
  async function logIn() {
    const { result, error } = await rpc("the login", "common", "authenticate", [database, user2, secret, {}]);
    if (error !== void 0)
      http.fail("the login", `answered with an error: ${typeof error.data?.message === "string" ? error.data.message : error.message}.`);
    if (typeof result !== "number") return http.fail("the login", "refused ERP_USER with ERP_SECRET.");
    return result;
  }
  function uid() {
    session2 ??= logIn().catch((error) => {
      session2 = void 0;
      throw error;
    });
    return session2;
  }
  const jsonrpc = async (model, method, { ids, vals_list: made, ...named }) => {
    const args = [...ids === void 0 ? [] : [ids], ...made === void 0 ? [] : [made]];
    for (let attempt2 = 1; ; attempt2 += 1) {
      const { result, error } = await rpc(model, "object", "execute_kw", [
        database,
        await uid(),
        secret,
        model,
        method,
        args,
        { ...named, context }
      ]);
      if (error === void 0) return result;
      const data = error.data ?? {};
      if (attempt2 === 1 && String(data.name).endsWith("AccessDenied")) session2 = void 0;
      else return refuse(model, method, data, error.message ?? "an error without words");
    }
  };
  return protocol === "json2" ? json2 : jsonrpc;
}
function odooModels(call) {
  const known = /* @__PURE__ */ new Map();
  function fieldsOf(model) {
    const fields = known.get(model) ?? call(model, "fields_get", { attributes: ["type"] }).then((found) => {
      if (typeof found !== "object" || found === null)
        throw new BuyerSystemError(`Odoo, asked for the fields of ${model}, answered with none.`);
      return new Set(Object.keys(found));
    });
    fields.catch(() => known.delete(model));
    known.set(model, fields);
    return fields;
  }
  async function names(model, wanted2) {
    const fields = await fieldsOf(model);
    const pairs = wanted2.flatMap((each) => {
      const name = each.split("|").find((candidate) => fields.has(candidate));
      return name === void 0 ? [] : [[each, name]];
    });
    return new Map(pairs);
  }
  async function renamed2(model, wanted2, ask) {
    const pairs = await names(model, wanted2);
    const answer = await ask([...pairs.values()]);
    if (!Array.isArray(answer)) throw new BuyerSystemError(`Odoo, asked for ${model}, answered without a list.`);
    return answer.map((record5) => ({
      id: record5["id"],
      ...Object.fromEntries([...pairs].map(([each, name]) => [each, record5[name]]))
    }));
  }
  return {
    fieldsOf,
    read: async (model, ids, wanted2) => ids.length === 0 ? [] : renamed2(model, wanted2, (fields) => call(model, "read", { ids, fields })),
    search: (model, domain, wanted2, more = {}) => renamed2(model, wanted2, (fields) => call(model, "search_read", { domain, fields, ...more }))
  };
}

// server/src/buyer-system/odoo.ts
var CHANGES_AT_ONCE = 2e3;
function odoo(settings) {
  const call = odooLine(settings);
  const models = odooModels(call);
  const ofCompany = settings.company === void 0 ? [] : [["company_id", "in", [settings.company, false]]];
  async function changes(model, domain, cursor, parts2 = []) {
    const from2 = since(cursor);
    const times = ["write_date", ...parts2.map((part) => `${part}.write_date`)].map((field2) => [field2, ">=", from2]);
    const changed = from2 === null ? [] : [...times.slice(1).map(() => "|"), ...times];
    const found = [];
    for (let after = 0; ; ) {
      const rows = await models.search(model, [...domain, ...changed, ["id", ">", after]], ["write_date"], {
        limit: CHANGES_AT_ONCE,
        order: "id asc"
      });
      for (const row of rows) found.push({ id: Number(row["id"]), at: String(row["write_date"]) });
      if (rows.length < CHANGES_AT_ONCE) return found;
      after = found.at(-1)?.id ?? 0;
    }
  }
  async function byId(model, ids, fields) {
    const wanted2 = [...new Set(ids)].filter((id) => id !== null);
    const rows = await models.read(model, wanted2, fields);
    return new Map(rows.map((row) => [Number(row["id"]), row]));
  }
  async function* suppliers(cursor) {
    const found = await changes(
      "res.partner",
      [
        ["supplier_rank", ">", 0],
        ["parent_id", "=", false]
      ],
      cursor
    );
    yield* pagesOf(
      found,
      cursor,
      async (ids) => sorted(await models.read("res.partner", ids, PARTNER), "write_date", (row) => [knownSupplier2(row)])
    );
  }
  async function* items(cursor) {
    const found = await changes(
      "product.product",
      [
        ["barcode", "!=", false],
        ["purchase_ok", "=", true]
      ],
      cursor
    );
    yield* pagesOf(found, cursor, async (ids) => sorted(await models.read("product.product", ids, ITEM), "write_date", itemsOf2));
  }
  async function findItemsByEan(code2) {
    const rows = await models.search("product.product", [["barcode", "in", eanSpellings(code2)]], ITEM, { limit: 20 });
    const wanted2 = ean(code2);
    return sorted(rows, "write_date", itemsOf2).rows.filter((item2) => item2.ean === wanted2);
  }
  async function partsOf2(heads) {
    const lines = await byId(
      "purchase.order.line",
      heads.flatMap((order) => idsOf(order["order_line"])),
      LINE
    );
    const rows = [...lines.values()];
    const [products, taxes2, bills, partners] = await Promise.all([
      byId(
        "product.product",
        rows.map((line2) => idOf(line2["product_id"])),
        ITEM
      ),
      byId(
        "account.tax",
        rows.flatMap((line2) => idsOf(line2["tax_ids|taxes_id"])),
        ["name", "amount", "amount_type", "children_tax_ids", "tax_group_id"]
      ),
      byId(
        "account.move",
        heads.flatMap((order) => idsOf(order["invoice_ids"])),
        BILL
      ),
      byId(
        "res.partner",
        heads.flatMap((order) => [idOf(order["partner_id"]), idOf(order["dest_address_id"])]),
        ["contact_address", "commercial_partner_id"]
      )
    ]);
    const children = await byId(
      "account.tax",
      [...taxes2.values()].flatMap((tax) => idsOf(tax["children_tax_ids"])),
      ["name", "amount", "amount_type"]
    );
    return { lines, products, taxes: new Map([...taxes2, ...children]), bills, partners };
  }
  async function* orders2(cursor) {
    const domain = [...ofCompany, "|", ["state", "in", ["purchase", "done"]], "&", ["state", "=", "cancel"], ["date_approve", "!=", false]];
    const found = await changes("purchase.order", domain, cursor, ["order_line", "invoice_ids"]);
    yield* pagesOf(found, cursor, async (ids) => {
      const heads = await models.read("purchase.order", ids, ORDER);
      const parts2 = await partsOf2(heads);
      return sorted(heads, "write_date", (order) => orderFrom(order, parts2));
    });
  }
  async function* returns2(cursor) {
    const fields = await models.fieldsOf("stock.picking");
    const isReturn = fields.has("return_id") ? ["return_id", "!=", false] : [`${fields.has("move_ids") ? "move_ids" : "move_lines"}.origin_returned_move_id`, "!=", false];
    const domain = [...ofCompany, isReturn, ["location_dest_id.usage", "=", "supplier"], ["state", "=", "done"]];
    const found = await changes("stock.picking", domain, cursor);
    yield* pagesOf(found, cursor, async (ids) => {
      const pickings = await models.read("stock.picking", ids, PICKING);
      const moves = await byId(
        "stock.move",
        pickings.flatMap((each) => idsOf(each["move_ids|move_lines"])),
        MOVE
      );
      const originals = await byId(
        "stock.move",
        [...moves.values()].map((move) => idOf(move["origin_returned_move_id"])),
        MOVE
      );
      const both = [...moves.values(), ...originals.values()];
      const lines = await byId(
        "purchase.order.line",
        both.map((move) => idOf(move["purchase_line_id"])),
        ["order_id"]
      );
      const purchases = await byId(
        "purchase.order",
        [...lines.values()].map((line2) => idOf(line2["order_id"])),
        ["name", "date_approve", "date_order", "partner_id", "invoice_ids"]
      );
      const bills = await byId(
        "account.move",
        [...purchases.values()].flatMap((order) => idsOf(order["invoice_ids"])),
        BILL
      );
      return sorted(pickings, "write_date", (picking) => returnsOf(picking, { moves, originals, lines, orders: purchases, bills }));
    });
  }
  async function* payments2(cursor) {
    const domain = [
      ...ofCompany,
      ["payment_type", "=", "outbound"],
      ["partner_type", "=", "supplier"],
      ["state", "in", ["posted", "in_process", "paid", "cancel", "canceled", "rejected"]]
    ];
    const found = await changes("account.payment", domain, cursor);
    yield* pagesOf(found, cursor, async (ids) => {
      const rows = await models.read("account.payment", ids, PAYMENT);
      const bills = await byId(
        "account.move",
        rows.flatMap((row) => idsOf(row["reconciled_bill_ids"])),
        BILL
      );
      return sorted(rows, "write_date", (row) => paymentsOf2(row, bills));
    });
  }
  const alone2 = oneAtATime();
  async function createSupplier({ name, gstin: gstin2, email: email2, mobileNumber: mobileNumber2, pan, vendorCode }) {
    const wanted2 = [
      ...gstin2 === null ? [] : [[["vat", "=ilike", gstin2]]],
      ...email2 === null ? [] : [[["email", "=ilike", literally(email2)]]],
      ...gstin2 === null && email2 === null ? [
        [
          ["ref", "=", `AAPURTI-${vendorCode}`],
          ["name", "=", name]
        ]
      ] : []
    ];
    for (const domain of wanted2) {
      const found = await models.search("res.partner", [...domain, ["parent_id", "=", false]], ["name"], { limit: 2 });
      if (found.length > 1)
        throw new BuyerSystemError(
          `Odoo has several partners with ${String(domain[0]?.[0])} ${String(domain[0]?.[2])}: the vendor can not be matched.`
        );
      if (found[0] !== void 0) return { externalId: String(found[0]["id"]) };
    }
    const fields = await models.fieldsOf("res.partner");
    const [india] = await models.search("res.country", [["code", "=", "IN"]], ["name"], { limit: 1 });
    const values = {
      name,
      is_company: true,
      supplier_rank: 1,
      ref: `AAPURTI-${vendorCode}`,
      email: email2 ?? false,
      phone: mobileNumber2 ?? false,
      vat: gstin2 ?? false,
      country_id: india?.["id"] ?? false,
      ...fields.has("l10n_in_pan") && { l10n_in_pan: pan ?? false },
      ...fields.has("l10n_in_gst_treatment") && { l10n_in_gst_treatment: gstin2 === null ? "unregistered" : "regular" }
    };
    const made = await call("res.partner", "create", { vals_list: [values] });
    const id = Array.isArray(made) ? made[0] : made;
    if (typeof id !== "number") throw new BuyerSystemError("Odoo, asked for a new res.partner, answered without its id.");
    return { externalId: String(id) };
  }
  return {
    source: "odoo",
    createSupplier: (vendor2) => alone2(() => createSupplier(vendor2)),
    findItemsByEan,
    async acknowledgeOrder({ externalId, reference: reference2 }) {
      const id = Number(externalId);
      const fields = await models.fieldsOf("purchase.order");
      const known = ["acknowledged", "mail_reception_confirmed"].find((field2) => fields.has(field2));
      const [order] = await models.read("purchase.order", [id], ["partner_ref", ...known === void 0 ? [] : [known]]);
      if (order === void 0) throw new BuyerSystemError(`Odoo has no purchase.order ${externalId} to acknowledge.`);
      const vals = {
        ...known !== void 0 && order[known] !== true && { [known]: true },
        // The vendor's reference has a field of its own; what the buyer typed there stays.
        ...reference2 !== null && !order["partner_ref"] && { partner_ref: reference2 }
      };
      if (Object.keys(vals).length > 0) await call("purchase.order", "write", { ids: [id], vals });
    },
    pulls: { suppliers, items, orders: orders2, returns: returns2, payments: payments2 }
  };
}

// server/src/buyer-system/trytonLine.ts
function trytonLine({ url, database, user: user2, secret, company, timeout, bytesMost }) {
  const http = erpHttp({ name: "Tryton", url, secrets: [secret], timeout, bytesMost });
  let session2;
  let paths = [`/${encodeURIComponent(database)}/rpc/`, `/${encodeURIComponent(database)}/`];
  const post = (what, path, method, params, headers) => http.ask(what, path, { method: "POST", headers, body: { id: 1, method, params } });
  async function logIn() {
    for (const path of paths) {
      const { status, body, words: words2 } = await post("the login", path, "common.db.login", [user2, { password: secret }, "en"], {});
      if (status === 404 || status === 405) continue;
      if (status === 401 || status === 403) return http.fail("the login", "refused ERP_USER with ERP_SECRET.");
      if (status === 429) return http.fail("the login", "has had too many failed logins and waits for a while (429).");
      if (status >= 400) return http.fail("the login", `answered ${words2}.`);
      const [id, key] = Array.isArray(resultOf(body)) ? resultOf(body) : [];
      if (typeof id !== "number" || typeof key !== "string")
        return http.fail("the login", `refused: ${errorOf(body) ?? "ERP_USER with ERP_SECRET"}.`);
      paths = [path];
      return { path, authorization: `Session ${Buffer.from(`${user2}:${id}:${key}`).toString("base64")}` };
    }
    return http.fail("the login", `knows no database ${database}.`);
  }
  function open3() {
    session2 ??= logIn().catch((error) => {
      session2 = void 0;
      throw error;
    });
    return session2;
  }
  async function bare(model, method, params) {
    for (let attempt2 = 1; ; attempt2 += 1) {
      const opened = open3();
      const { authorization, path } = await opened;
      const { status, body, words: words2 } = await post(model, path, `model.${model}.${method}`, params, { authorization });
      if (status === 401 && attempt2 === 1) {
        if (session2 === opened) session2 = void 0;
        continue;
      }
      if (status === 403) return http.fail(model, `refused (403): the user has no right to ${model}.`);
      if (status >= 400) return http.fail(model, `answered ${words2}.`);
      const error = errorOf(body);
      if (error !== null) return http.fail(`${model}.${method}`, `answered with an error: ${error}.`);
      return resultOf(body);
    }
  }
  let context;
  function contextOf() {
    context ??= bare("res.user", "get_preferences", [true, {}]).then((given3) => ({ company: company ?? given3["company"] ?? null, language: "en" })).catch((error) => {
      context = void 0;
      throw error;
    });
    return context;
  }
  const call = async (model, method, ...params) => bare(model, method, [...params, await contextOf()]);
  async function records(model, method, ...params) {
    const found = await call(model, method, ...params);
    if (!Array.isArray(found)) throw new BuyerSystemError(`Tryton, asked for ${model}, answered without a list.`);
    return found;
  }
  const known = /* @__PURE__ */ new Map();
  function fieldsOf(model) {
    const fields = known.get(model) ?? call(model, "fields_get", []).then((found) => new Set(Object.keys(found ?? {})));
    fields.catch(() => known.delete(model));
    known.set(model, fields);
    return fields;
  }
  async function pick(model, wanted2) {
    const fields = await fieldsOf(model);
    const pairs = wanted2.flatMap((each) => {
      const name = each.split("|").find((candidate) => fields.has(candidate.split(".")[0] ?? ""));
      return name === void 0 ? [] : [[each, name]];
    });
    return new Map(pairs);
  }
  async function named(model, wanted2, ask) {
    const pairs = await pick(model, wanted2);
    const rows = await ask([...pairs.values()]);
    return rows.map((row) => ({ id: row["id"], ...Object.fromEntries([...pairs].map(([each, name]) => [each, dotted(row, name)])) }));
  }
  return {
    call,
    contextOf,
    fieldsOf,
    read: async (model, ids, wanted2) => ids.length === 0 ? [] : named(model, wanted2, (fields) => records(model, "read", ids, fields)),
    search: (model, domain, wanted2, limit = null) => named(model, wanted2, (fields) => records(model, "search_read", domain, 0, limit, [["id", "ASC"]], fields))
  };
}
function dotted(row, name) {
  const [start = "", ...rest] = name.split(".");
  if (rest.length === 0) return row[start];
  const related = row[`${start}.`];
  return typeof related === "object" && related !== null ? dotted(related, rest.join(".")) : null;
}
function resultOf(body) {
  return typeof body === "object" && body !== null && "result" in body ? body.result : body;
}
function errorOf(body) {
  if (typeof body !== "object" || body === null || !("error" in body) || body.error === null) return null;
  const [kind, more] = Array.isArray(body.error) ? body.error : [body.error];
  const words2 = Array.isArray(more) ? more.filter((each) => typeof each === "string" && each !== "") : [];
  return (words2.length > 0 ? words2.join(" ") : String(kind)).replaceAll(/\s+/g, " ").slice(0, 300);
}

// server/src/buyer-system/trytonRecords.ts
var CHANGED = ["write_date", "create_date"];
var PARTY = ["name", "code", "identifiers", "contact_mechanisms", ...CHANGED];
var PRODUCT = ["code", "template.name", "template.default_uom.rec_name", "identifiers", ...CHANGED];
var ORDER2 = [
  "number",
  "reference",
  "revision",
  "purchase_date",
  "delivery_date",
  "party",
  "invoice_address.full_address",
  "warehouse.rec_name",
  "currency.code",
  "state",
  "invoice_state",
  "shipment_state",
  "lines",
  "invoices",
  ...CHANGED
];
var LINE2 = [
  "sequence",
  "type",
  "product",
  "product_supplier.code",
  "description",
  "quantity",
  "unit",
  "unit.rec_name",
  "unit.factor",
  "unit_price",
  "amount",
  "taxes",
  "moves",
  "delivery_date"
];
var MOVE2 = ["product.template.name", "quantity", "unit.factor|uom.factor", "state", "origin"];
var INVOICE = ["number", "reference", "invoice_date", "state", "total_amount", "amount_to_pay"];
var SHIPMENT = ["number", "reference", "supplier", "effective_date", "moves", "state", ...CHANGED];
var PAYMENT2 = [
  "date",
  "amount",
  "party",
  "journal.rec_name",
  "currency.code",
  "description",
  "state",
  "line",
  "line.move_origin",
  ...CHANGED
];
function changedAt(row) {
  return timeText(row["write_date"]) || timeText(row["create_date"]);
}
function numbers(value) {
  return Array.isArray(value) ? value.filter((id) => typeof id === "number") : [];
}
function present2(records, ids) {
  return numbers(ids).map((id) => records.get(id)).filter((record5) => record5 !== void 0);
}
function knownSupplier3(party, identifiers, mechanisms) {
  const mail2 = present2(mechanisms, party["contact_mechanisms"]).find((each) => each["type"] === "email");
  return {
    externalId: String(party["id"]),
    name: text(party["name"], "name") ?? neededText(party["code"], "code"),
    email: text(mail2?.["value"], "value"),
    gstin: gstin(...present2(identifiers, party["identifiers"]).map((each) => each["code"]))
  };
}
function eansOf(product2, identifiers) {
  return present2(identifiers, product2?.["identifiers"]).filter((each) => each["type"] === "ean" || each["type"] === null || each["type"] === "").map((each) => ean(each["code"])).filter((code2) => code2 !== null);
}
function itemsOf3(product2, identifiers) {
  const code2 = text(product2["code"], "code");
  const key = code2 ?? String(product2["id"]);
  return eansOf(product2, identifiers).map((each, index) => ({
    itemCode: index === 0 ? key : `${key}/${each}`,
    ean: each,
    name: neededText(product2["template.name"], "name"),
    brandName: null,
    category: null,
    hsnCode: null,
    skuCode: code2,
    uom: text(product2["template.default_uom.rec_name"], "default_uom"),
    uomDescription: null,
    uomConversion: "1",
    mrp: null
  }));
}
function orderFrom2(purchase, parts2) {
  demandRupees(text(purchase["currency.code"], "currency"));
  const number18 = neededText(purchase["number"], "number");
  const rows = present2(parts2.lines, purchase["lines"]);
  const goods = rows.filter((line2) => line2["type"] === "line");
  const lines = goods.flatMap((line2) => lineOf3(line2, parts2));
  if (goods.length > 0 && lines.length === 0) return [];
  if (lines.length === 0) throw new Misfit("It has no lines.");
  const days = goods.map((line2) => day(line2["delivery_date"], "delivery_date")).filter((each) => each !== null);
  const moves = goods.flatMap((line2) => present2(parts2.moves, line2["moves"]));
  const isOff = purchase["state"] === "cancelled" || purchase["state"] === "done" && moves.length > 0 && moves.every((move) => move["state"] === "cancelled");
  const paid = paidOf2(present2(parts2.invoices, purchase["invoices"]));
  return [
    {
      externalId: String(purchase["id"]),
      // Receipts and bills change an order that keeps its own time of change.
      version: versionOf(changedAt(purchase), [purchase["state"], lines, paid]),
      raw: { ...purchase, lines: rows },
      supplier: neededText(purchase["party"], "party"),
      number: number18,
      orderedOn: neededDay(purchase["purchase_date"], "purchase_date"),
      deliverBy: day(purchase["delivery_date"], "delivery_date") ?? days.sort().at(-1) ?? null,
      status: isOff ? "Cancelled" : purchase["state"] === "done" ? "Closed" : "Open",
      acknowledgedOn: null,
      acknowledgementReference: text(purchase["reference"], "reference"),
      paid,
      deliveryLocation: text(purchase["warehouse.rec_name"], "warehouse"),
      vendorAddress: oneLine(text(purchase["invoice_address.full_address"], "full_address") ?? "") || null,
      lines
    }
  ];
}
function paidOf2(invoices2) {
  const sum3 = invoices2.reduce((total, invoice2) => {
    if (invoice2["state"] !== "posted" && invoice2["state"] !== "paid") return total;
    return total.plus(neededDecimal(invoice2["total_amount"], "total_amount")).minus(decimal(invoice2["amount_to_pay"], "amount_to_pay") ?? 0);
  }, new Decimal(0));
  return rupees(Decimal.max(0, sum3));
}
function lineOf3(line2, { products, identifiers, moves, taxes: taxes2 }) {
  const quantity3 = neededDecimal(line2["quantity"], "quantity");
  if (quantity3.lte(0)) return [];
  const id = typeof line2["product"] === "number" ? line2["product"] : null;
  const product2 = id === null ? void 0 : products.get(id);
  const code2 = text(product2?.["code"], "code");
  const description = text(line2["description"], "description");
  const [first = null, second = null] = eansOf(product2, identifiers);
  const factor = decimal(line2["unit.factor"], "factor") ?? new Decimal(1);
  const received = present2(moves, line2["moves"]).filter((move) => move["state"] === "done").reduce((sum3, move) => {
    const own = decimal(move["unit.factor|uom.factor"], "factor") ?? factor;
    return sum3.plus(neededDecimal(move["quantity"], "quantity").times(own).div(factor));
  }, new Decimal(0));
  return [
    {
      externalId: String(line2["id"]),
      itemCode: code2 ?? (id === null ? (description ?? "Unnamed").slice(0, 40) : String(id)),
      itemName: text(product2?.["template.name"], "name") ?? description ?? "Unnamed item",
      ean: first,
      secondEan: second,
      hsnCode: null,
      skuCode: text(line2["product_supplier.code"], "code") ?? code2,
      uom: text(line2["unit.rec_name"], "unit"),
      caseQuantity: null,
      receivedQuantity: quantityText(Decimal.max(0, received)),
      mrp: null,
      ...lineFigures({
        quantity: quantity3,
        unitPrice: neededDecimal(line2["unit_price"], "unit_price"),
        discountRate: new Decimal(0),
        taxable: decimal(line2["amount"], "amount"),
        taxes: taxesOf3(line2["taxes"], taxes2)
      })
    }
  ];
}
function taxesOf3(ids, taxes2) {
  const leaves = present2(taxes2, ids).flatMap((tax) => {
    const children = present2(taxes2, tax["childs"]);
    return children.length > 0 ? children : [tax];
  });
  const found = {};
  for (const tax of leaves) {
    const rate3 = tax["type"] === "percentage" ? decimal(tax["rate"], "rate")?.times(100) ?? null : null;
    if (rate3 === null || rate3.lte(0)) continue;
    const head = headOf(String(tax["name"])) ?? (leaves.length === 1 ? "igst" : null);
    if (head !== null) found[head] = { rate: rate3.plus(found[head]?.rate ?? 0) };
  }
  return Object.keys(found).length === 0 ? null : found;
}
function returnsOf2(shipment, { moves, lines, billLines }) {
  return present2(moves, shipment["moves"]).flatMap((move) => {
    const quantity3 = neededDecimal(move["quantity"], "quantity").abs();
    if (quantity3.eq(0) || move["state"] === "cancelled") return [];
    const line2 = lines.get(Number(/^purchase\.line,(\d+)$/.exec(String(move["origin"]))?.[1] ?? 0));
    const [bill] = present2(billLines, line2?.["invoice_lines"]);
    return [
      {
        externalId: `${String(shipment["id"])}/${String(move["id"])}`,
        version: changedAt(shipment),
        raw: { ...shipment, move },
        supplier: neededText(shipment["supplier"], "supplier"),
        poNumber: text(line2?.["purchase.number"], "number"),
        poDate: day(line2?.["purchase.purchase_date"], "purchase_date"),
        invoiceNumber: text(bill?.["invoice.reference"], "reference") ?? text(bill?.["invoice.number"], "number"),
        invoiceDate: day(bill?.["invoice.invoice_date"], "invoice_date"),
        itemName: text(move["product.template.name"], "name") ?? "Unnamed item",
        // Tryton's returns do not say what they are returned of.
        receivedQuantity: quantityText(quantity3),
        returnedQuantity: quantityText(quantity3),
        remarks: [text(shipment["number"], "number"), text(shipment["reference"], "reference")].filter((each) => each !== null).join(", ") || null
      }
    ];
  });
}
function paymentOf(payment2, invoices2) {
  demandRupees(text(payment2["currency.code"], "currency"));
  const invoice2 = invoices2.get(Number(/^account\.invoice,(\d+)$/.exec(String(payment2["line.move_origin"]))?.[1] ?? 0));
  return {
    externalId: String(payment2["id"]),
    version: changedAt(payment2),
    raw: payment2,
    supplier: neededText(payment2["party"], "party"),
    paidOn: neededDay(payment2["date"], "date"),
    mode: text(payment2["journal.rec_name"], "journal") ?? "Bank transfer",
    amount: rupees(neededDecimal(payment2["amount"], "amount")),
    remarks: text(payment2["description"], "description"),
    invoiceNumber: invoice2 === void 0 ? null : text(invoice2["reference"], "reference") ?? text(invoice2["number"], "number"),
    ...payment2["state"] === "failed" && { cancelled: true }
  };
}

// server/src/buyer-system/tryton.ts
var CHANGES_AT_ONCE2 = 2e3;
function tryton(settings) {
  const line2 = trytonLine(settings);
  async function changes(model, domain, cursor, parts2 = []) {
    const from2 = since(cursor);
    const times = ["", ...parts2.map((part) => `${part}.`)].flatMap((part) => [`${part}write_date`, `${part}create_date`]);
    const changed = from2 === null ? [] : [["OR", ...times.map((field2) => [field2, ">=", moment(from2)])]];
    const found = [];
    for (let after = 0; ; ) {
      const rows = await line2.search(model, [...domain, ...changed, ["id", ">", after]], ["write_date", "create_date"], CHANGES_AT_ONCE2);
      for (const row of rows) found.push({ id: Number(row["id"]), at: changedAt(row) });
      if (rows.length < CHANGES_AT_ONCE2) return found;
      after = found.at(-1)?.id ?? 0;
    }
  }
  async function byId(model, ids, fields) {
    const rows = await line2.read(model, [...new Set(ids)], fields);
    return new Map(rows.map((row) => [Number(row["id"]), row]));
  }
  const ofCompany = async () => {
    const { company } = await line2.contextOf();
    return typeof company === "number" ? [["company", "=", company]] : [];
  };
  async function mapPage(model, ids, fields, prepare) {
    const heads = await line2.read(model, ids, fields);
    const map = await prepare(heads);
    const place = new Map(ids.map((id, index) => [id, index]));
    heads.sort((one2, other) => (place.get(Number(one2["id"])) ?? 0) - (place.get(Number(other["id"])) ?? 0));
    return sortOut(heads, (head) => head["id"], map);
  }
  async function* suppliers(cursor) {
    const found = await changes("party.party", [], cursor, ["identifiers", "contact_mechanisms"]);
    yield* pagesOf(
      found,
      cursor,
      (ids) => mapPage("party.party", ids, PARTY, async (parties) => {
        const identifiers = await byId(
          "party.identifier",
          parties.flatMap((party) => numbers(party["identifiers"])),
          ["code"]
        );
        const mechanisms = await byId(
          "party.contact_mechanism",
          parties.flatMap((party) => numbers(party["contact_mechanisms"])),
          ["type", "value"]
        );
        return (party) => [knownSupplier3(party, identifiers, mechanisms)];
      })
    );
  }
  async function productsOf(ids) {
    const products = await byId("product.product", ids, PRODUCT);
    const identifiers = await byId(
      "product.identifier",
      [...products.values()].flatMap((each) => numbers(each["identifiers"])),
      ["code", "type"]
    );
    return { products, identifiers };
  }
  async function* items(cursor) {
    const found = await changes("product.product", [["identifiers.code", "!=", null]], cursor, ["template", "identifiers"]);
    yield* pagesOf(
      found,
      cursor,
      (ids) => mapPage("product.product", ids, PRODUCT, async () => {
        const { identifiers } = await productsOf(ids);
        return (product2) => itemsOf3(product2, identifiers);
      })
    );
  }
  async function findItemsByEan(code2) {
    const found = await line2.search("product.identifier", [["code", "in", eanSpellings(code2)]], ["product"], 20);
    const { products, identifiers } = await productsOf(
      found.flatMap((row) => typeof row["product"] === "number" ? [row["product"]] : [])
    );
    const wanted2 = ean(code2);
    return sortOut(
      [...products.values()],
      (row) => row["id"],
      (row) => itemsOf3(row, identifiers)
    ).rows.filter((item2) => item2.ean === wanted2);
  }
  async function* orders2(cursor) {
    const isOrdered = [
      "OR",
      ["state", "in", ["processing", "done"]],
      [
        ["state", "=", "cancelled"],
        ["lines.moves.id", "!=", null]
      ]
    ];
    const domain = [...await ofCompany(), isOrdered];
    const found = await changes("purchase.purchase", domain, cursor, ["lines", "lines.moves", "lines.invoice_lines.invoice"]);
    yield* pagesOf(
      found,
      cursor,
      (ids) => mapPage("purchase.purchase", ids, ORDER2, async (purchases) => {
        const lines = await byId(
          "purchase.line",
          purchases.flatMap((each) => numbers(each["lines"])),
          LINE2
        );
        const rows = [...lines.values()];
        const ofProducts = await productsOf(rows.flatMap((each) => typeof each["product"] === "number" ? [each["product"]] : []));
        const moves = await byId(
          "stock.move",
          rows.flatMap((each) => numbers(each["moves"])),
          MOVE2
        );
        const taxes2 = await byId(
          "account.tax",
          rows.flatMap((each) => numbers(each["taxes"])),
          ["name", "rate", "type", "childs"]
        );
        const children = await byId(
          "account.tax",
          [...taxes2.values()].flatMap((tax) => numbers(tax["childs"])),
          ["name", "rate", "type"]
        );
        const invoices2 = await byId(
          "account.invoice",
          purchases.flatMap((each) => numbers(each["invoices"])),
          INVOICE
        );
        const parts2 = { ...ofProducts, lines, moves, taxes: new Map([...taxes2, ...children]), invoices: invoices2 };
        return (purchase) => orderFrom2(purchase, parts2);
      })
    );
  }
  async function* returns2(cursor) {
    const found = await changes("stock.shipment.in.return", [...await ofCompany(), ["state", "in", ["done"]]], cursor);
    yield* pagesOf(
      found,
      cursor,
      (ids) => mapPage("stock.shipment.in.return", ids, SHIPMENT, async (shipments) => {
        const moves = await byId(
          "stock.move",
          shipments.flatMap((each) => numbers(each["moves"])),
          MOVE2
        );
        const origins = [...moves.values()].flatMap((move) => /^purchase\.line,(\d+)$/.exec(String(move["origin"]))?.[1] ?? []).map(Number);
        const lines = await byId("purchase.line", origins, ["purchase", "purchase.number", "purchase.purchase_date", "invoice_lines"]);
        const billLines = await byId(
          "account.invoice.line",
          [...lines.values()].flatMap((each) => numbers(each["invoice_lines"])),
          ["invoice.number", "invoice.reference", "invoice.invoice_date"]
        );
        return (shipment) => returnsOf2(shipment, { moves, lines, billLines });
      })
    );
  }
  async function* payments2(cursor) {
    const domain = [...await ofCompany(), ["kind", "=", "payable"], ["state", "in", ["processing", "succeeded", "failed"]]];
    const found = await changes("account.payment", domain, cursor);
    yield* pagesOf(
      found,
      cursor,
      (ids) => mapPage("account.payment", ids, PAYMENT2, async (rows) => {
        const origins = rows.flatMap((row) => /^account\.invoice,(\d+)$/.exec(String(row["line.move_origin"]))?.[1] ?? []).map(Number);
        const invoices2 = await byId("account.invoice", origins, INVOICE);
        return (payment2) => [paymentOf(payment2, invoices2)];
      })
    );
  }
  const alone2 = oneAtATime();
  async function createSupplier({ name, gstin: gstin2, email: email2, mobileNumber: mobileNumber2, vendorCode }) {
    const wanted2 = [
      ...gstin2 === null ? [] : [[["identifiers.code", "=", gstin2]]],
      ...email2 === null ? [] : [
        [
          ["contact_mechanisms.value", "ilike", literally(email2)],
          ["contact_mechanisms.type", "=", "email"]
        ]
      ],
      ...gstin2 === null && email2 === null ? [
        [
          ["name", "=", name],
          ["identifiers.code", "=", `AAPURTI-${vendorCode}`]
        ]
      ] : []
    ];
    for (const domain of wanted2) {
      const found = await line2.search("party.party", domain, ["name"], 2);
      if (found.length > 1)
        throw new BuyerSystemError(`Tryton has several parties for ${String(domain[0]?.[2])}: the vendor can not be matched.`);
      if (found[0] !== void 0) return { externalId: String(found[0]["id"]) };
    }
    const identifiers = [...gstin2 === null ? [] : [{ code: gstin2 }], { code: `AAPURTI-${vendorCode}` }];
    const mechanisms = [
      ...email2 === null ? [] : [{ type: "email", value: email2 }],
      // Tryton refuses a phone number that is none in its own eyes; as 'other' it takes any.
      ...mobileNumber2 === null ? [] : [{ type: "other", value: mobileNumber2 }]
    ];
    const party = {
      name,
      identifiers: [["create", identifiers]],
      contact_mechanisms: mechanisms.length === 0 ? [] : [["create", mechanisms]],
      // An order can not be made without an address.
      addresses: [["create", [{}]]]
    };
    const made = await line2.call("party.party", "create", [party]);
    const id = Array.isArray(made) ? made[0] : void 0;
    if (typeof id !== "number") throw new BuyerSystemError("Tryton, asked for a new party.party, answered without its id.");
    return { externalId: String(id) };
  }
  return {
    source: "tryton",
    createSupplier: (vendor2) => alone2(() => createSupplier(vendor2)),
    findItemsByEan,
    /** Tryton has a field for the vendor's reference and none for the acknowledgement; what the buyer typed there stays. */
    async acknowledgeOrder({ externalId, reference: reference2 }) {
      const [order] = await line2.read("purchase.purchase", [Number(externalId)], ["reference"]);
      if (order === void 0) throw new BuyerSystemError(`Tryton has no purchase.purchase ${externalId} to acknowledge.`);
      if (reference2 !== null && !order["reference"]) await line2.call("purchase.purchase", "write", [Number(externalId)], { reference: reference2 });
    },
    pulls: { suppliers, items, orders: orders2, returns: returns2, payments: payments2 }
  };
}
function moment(text3) {
  const [year, month, day3, hour, minute, second] = text3.split(/[- :]/).map(Number);
  return { __class__: "datetime", year, month, day: day3, hour, minute, second, microsecond: 0 };
}

// server/src/buyer-system/connect.ts
var TURN_PATIENCE = 25e3;
var TURN_LATE = "The buyer's system is busy with another vendor.";
function openBuyerSystem(erp, db) {
  return erp === void 0 ? embeddedBuyerSystem(db) : onePerTurn(openErp(erp), db);
}
function onePerTurn(system, db) {
  const turn = { patience: TURN_PATIENCE, late: TURN_LATE };
  return {
    ...system,
    createSupplier: (vendor2) => whileHolding(db, `supplier of ${system.source}`, () => system.createSupplier(vendor2), turn)
  };
}
function openErp(erp) {
  const { system, url, database = "", user: user2 = "", secret, company, priceList } = erp;
  if (system === "erpnext") return erpnext({ url, key: user2, secret, company, priceList });
  const companyId = company === void 0 ? void 0 : Number(company);
  if (system === "tryton") return tryton({ url, database, user: user2, secret, company: companyId });
  return odoo({
    url,
    database: database || void 0,
    user: user2,
    secret,
    protocol: system === "odoo" ? "json2" : "jsonrpc",
    company: companyId
  });
}

// server/src/buyer-system/pull.ts
import sql17 from "sql-template-tag";

// server/src/within.ts
async function within(milliseconds, work, late) {
  let timer;
  const patience = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(late)), milliseconds);
  });
  work.catch(() => void 0);
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}

// server/src/buyer-system/acknowledge.ts
import sql7 from "sql-template-tag";

// server/src/buyer-system/faults.ts
import sql6 from "sql-template-tag";

// server/src/database/storable.ts
var UNSTORABLE = /\\u(0000|d[89a-f])/i;
function storableJson(value) {
  const text3 = JSON.stringify(value) ?? "null";
  if (!UNSTORABLE.test(text3)) return text3;
  return JSON.stringify(value, (_name, each) => typeof each === "string" ? storableText(each) : each);
}
function storableText(text3) {
  return text3.replaceAll("\0", "").replaceAll(new RegExp("\\p{Cs}", "gu"), "\uFFFD");
}

// server/src/buyer-system/faults.ts
async function keepFaults(db, source, kind, faults) {
  if (faults.length === 0) return;
  const byId = new Map(faults.map(({ externalId, problem: problem2, kept }) => [storableText(externalId).slice(0, 300), { problem: problem2, kept }]));
  const rows = [...byId].map(([externalId, { problem: problem2, kept }]) => ({ externalId, problem: problem2.slice(0, 1e3), kept }));
  await db.execute(sql6`
    insert into buyer_faults as known (source, kind, external_id, problem, record)
    select ${source}::text, ${kind}::text, "externalId", problem, kept
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as fault("externalId" text, problem text, kept jsonb)
    on conflict (source, kind, external_id) do update set problem = excluded.problem, record = excluded.record, last_seen = clock_timestamp()
    where (known.problem, known.record) is distinct from (excluded.problem, excluded.record)`);
}
async function dropFaults(db, source, kind, ids) {
  if (ids.length === 0) return;
  await db.execute(sql6`
    delete from buyer_faults where source = ${source} and kind = ${kind} and external_id = any(${ids.map(storableText)}::text[])`);
}
async function dropOldParts(db, source, wholes) {
  if (wholes.length === 0) return;
  await db.execute(sql6`
    delete from buyer_faults using jsonb_to_recordset(${storableJson(wholes)}::jsonb) as whole(id text, parts jsonb)
    where source = ${source} and kind = 'payments' and record -> 'row' -> 'whole' ->> 'id' = whole.id and not whole.parts ? external_id`);
}
async function settleFaults(db, source, kind, ids, faults) {
  await dropFaults(
    db,
    source,
    kind,
    ids.filter((id) => !faults.has(id))
  );
  await keepFaults(
    db,
    source,
    kind,
    [...faults].map(([externalId, { problem: problem2, record: record5 }]) => ({ externalId, problem: problem2, kept: { row: record5 } }))
  );
}
async function faultsAfter(db, source, kind, after, most) {
  return db.rows(sql6`
    select external_id as "externalId", record -> 'row' as row from buyer_faults
    where source = ${source} and kind = ${kind} and external_id > ${after} and record ? 'row' order by external_id limit ${most}`);
}

// server/src/buyer-system/acknowledge.ts
var AT_ONCE2 = 100;
var FAILURES_MAX = 5;
async function tellAcknowledgements(db, system, { patience, isStopped, stopped }) {
  const found = { read: 0, told: 0 };
  const { source } = system;
  let after = "0";
  let failures = 0;
  while (system.acknowledgeOrder !== void 0 && !isStopped()) {
    const untold = await db.rows(sql7`
      select id::text, external_id as "externalId", number, acknowledgement_reference as reference, acknowledged_on as on
      from purchase_orders
      where acknowledged_on is not null and acknowledgement_told_at is null and source = ${source} and id > ${after}::bigint
      order by id limit ${AT_ONCE2}`);
    for (const { id, ...order } of untold) {
      if (isStopped()) return found;
      found.read += 1;
      after = id;
      try {
        await within(patience, Promise.race([system.acknowledgeOrder(order), stopped]), "The buyer's system did not answer in time.");
      } catch (error) {
        if (isStopped()) return found;
        const why = error instanceof Error ? error.message : String(error);
        const problem2 = `Order ${order.number}: the buyer's system could not be told that it is acknowledged. ${why}`;
        await keepFaults(db, source, "acknowledgements", [{ externalId: order.externalId, problem: problem2, kept: { raw: order } }]);
        failures += 1;
        if (failures === FAILURES_MAX) throw error;
        continue;
      }
      failures = 0;
      found.told += 1;
      await db.execute(sql7`
        update purchase_orders set acknowledgement_told_at = clock_timestamp()
        where id = ${id} and acknowledgement_told_at is null and acknowledgement_reference is not distinct from ${order.reference}`);
      await dropFaults(db, source, "acknowledgements", [order.externalId]);
    }
    if (untold.length < AT_ONCE2) break;
  }
  return found;
}

// server/src/buyer-system/take.ts
import { setImmediate } from "node:timers/promises";
import pg2 from "pg";

// server/src/payments/store.ts
import sql10 from "sql-template-tag";

// server/src/audit/audit.ts
import sql8 from "sql-template-tag";
var SECRET = /password|token|secret/i;
async function recordAudit(db, entry4) {
  await recordAudits(db, [entry4]);
}
function auditOfMade(made, entry4) {
  return sql8`
    insert into audit_log (actor_id, owner_id, action, entity, entity_id, after)
    select ${entry4.actor?.id ?? null}::bigint, owner_id, ${entry4.action}, ${entry4.entity}, id::text, to_jsonb(wire) from ${made}`;
}
async function recordAudits(db, entries) {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, before, after, ...entry4 }) => ({
    ...entry4,
    actorId: actor?.id,
    before: open(before),
    after: open(after)
  }));
  await db.execute(sql8`
    insert into audit_log (actor_id, owner_id, action, entity, entity_id, before, after)
    select "actorId", "ownerId", action, entity, "entityId", before, after
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as entry(
      "actorId" bigint, "ownerId" bigint, action text, entity text, "entityId" text, before jsonb, after jsonb)`);
}
function open(value) {
  if (value === null || value === void 0) return null;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !SECRET.test(name)));
}
async function recordChange(db, entry4, old, changed) {
  const { before, after, any } = changedFields({ ...old, updatedAt: null }, { ...changed, updatedAt: null });
  if (any) await recordAudit(db, { ...entry4, before, after });
  return Object.keys(after);
}
async function recordSheet(db, entry4, fileName, counts) {
  await recordAudit(db, { ...entry4, entityId: fileName.slice(0, 120), after: { ...counts } });
}
function changedFields(before, after) {
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null));
  const pick = (from2) => Object.fromEntries(changed.map((name) => [name, from2[name] ?? null]));
  return { before: pick(before), after: pick(after), any: changed.length > 0 };
}

// server/src/mail/compose.ts
var SIGNATURE = "Aapurti, the vendor portal";
var INK = "#1f2328";
var FAINT = "#57606a";
var LINE3 = "#d8dbe0";
function compose({ subject, name, before, table: table2, button, after, unsubscribe: unsubscribe2 }) {
  const greeting = `Hello ${harmless(name, "")}`.trim() + ",";
  const paragraphs = (texts2) => texts2.map((text3) => `<p style="margin:0 0 16px">${escapeHtml(text3)}</p>`).join("\n");
  return {
    subject,
    text: [
      greeting,
      ...before,
      ...table2 ? [tableText(table2)] : [],
      ...button ? [`${button.label}:
${button.url}`] : [],
      ...after,
      `-- 
${SIGNATURE}`,
      ...unsubscribe2 ? [`No more mails about ${unsubscribe2.of}:
${unsubscribe2.url}`] : [],
      ""
    ].join("\n\n").trimEnd() + "\n",
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;background:#f4f5f7;color:${INK};font:16px/1.5 system-ui,-apple-system,'Segoe UI','Noto Sans','Noto Sans Devanagari',sans-serif">
<div style="max-width:${table2 ? 640 : 520}px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid ${LINE3};border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraphs([greeting, ...before])}
${table2 ? tableHtml(table2) : ""}
${button ? linkButton(button) : ""}
${paragraphs(after)}
<p style="margin:24px 0 0;font-size:13px;color:${FAINT}">${SIGNATURE}</p>
${unsubscribe2 ? `<p style="margin:8px 0 0;font-size:13px;color:${FAINT}"><a href="${linked(unsubscribe2.url)}" style="color:${FAINT}">No more mails about ${escapeHtml(unsubscribe2.of)}</a></p>` : ""}
</div>
</body>
</html>
`
  };
}
function tableText({ headings, rows }) {
  return rows.map((cells) => {
    const [first = "", ...rest] = cells.map((cell, place) => place === 0 || cell === "" ? cell : `${headings[place]}: ${cell}`);
    return `- ${[first, ...rest.filter((cell) => cell !== "")].join("; ").replaceAll("\n", "; ")}`;
  }).join("\n");
}
function tableHtml({ headings, rows, figures: figures2 }) {
  const cell = (tag, text3, place) => {
    const isFigure = figures2.includes(place);
    const align = isFigure ? "text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums" : "text-align:left";
    const look2 = tag === "th" ? `font-size:13px;font-weight:600;color:${FAINT};` : "";
    const pad = place === headings.length - 1 ? "8px 0" : "8px 16px 8px 0";
    return `<${tag}${tag === "th" ? ' scope="col"' : ""} style="padding:${pad};border-bottom:1px solid ${LINE3};vertical-align:top;${look2}${align}">${lines(text3)}</${tag}>`;
  };
  const lines = (text3) => {
    const [first = "", second] = text3.split("\n", 2);
    const small = second === void 0 ? "" : `<br><span style="font-size:13px;color:${FAINT}">${escapeHtml(second)}</span>`;
    return escapeHtml(first) + small;
  };
  const row = (tag, cells) => `<tr>${cells.map((text3, place) => cell(tag, text3, place)).join("")}</tr>`;
  return `<table style="width:100%;margin:0 0 16px;border-collapse:collapse;font-size:14px">
<thead>${row("th", headings)}</thead>
<tbody>
${rows.map((cells) => row("td", cells)).join("\n")}
</tbody>
</table>`;
}
function linkButton({ label, url }) {
  const address = linked(url);
  return `<p style="margin:0 0 16px"><a href="${address}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:#2f46a6;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;color:${FAINT};word-break:break-all">${address}</p>`;
}
function linked(url) {
  if (!/^https?:\/\//.test(url)) throw new Error("a link in a mail is an http address");
  return escapeHtml(url);
}
function harmless(name, otherwise) {
  const line2 = name.replaceAll(new RegExp("(?![\\u200c\\u200d])\\p{Cf}", "gu"), "").replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  const isAddress = /:\/\/|@|www\.|[\p{L}\p{N}-]\.[\p{L}]{2,}/iu.test(line2);
  return isAddress || line2 === "" ? otherwise : [...line2].slice(0, 80).join("");
}
function escapeHtml(text3) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text3.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

// server/src/mail/messages.ts
var LINK_MINUTES = { reset: 30, invitation: 3 * 24 * 60 };
var TOLD_MOST = 10;
function resetMail({ name, url }) {
  return compose({
    subject: "Reset your password",
    name,
    before: ["We were asked to reset the password of your Aapurti account."],
    button: { label: "Choose a new password", url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.reset)}.`,
      "If you did not ask for it, do nothing: your password stays as it is."
    ]
  });
}
function setPasswordMail({ name, url }) {
  return compose({
    subject: "Set your password",
    name,
    before: ["An Aapurti account was made for you. To sign in with this e-mail address, first choose a password."],
    button: { label: "Choose a password", url },
    after: [
      `The link can be used once, within ${duration(LINK_MINUTES.invitation)}. After that, "Forgot password" on the sign-in page sends you another.`
    ]
  });
}
function registrationReceivedMail({ name, company }) {
  return compose({
    subject: "We have received your registration",
    name,
    before: [
      `Thank you for registering ${harmless(company, "your company")} with Aapurti.`,
      "We are checking the details and documents. You will get a mail when your account is active."
    ],
    after: ["If you did not register, please ignore this mail."]
  });
}
function activatedMail({ name, url }) {
  return compose({
    subject: "Your account is active",
    name,
    before: ["Your Aapurti account is active now. You can sign in and add your products."],
    button: { label: "Sign in", url },
    after: []
  });
}
function passwordChangedMail({ name }) {
  return compose({
    subject: "Your password was changed",
    name,
    before: ["The password of your Aapurti account was changed, and all other devices were signed out."],
    after: ['If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.']
  });
}
function secondFactorOnMail({ name }) {
  return compose({
    subject: "Your second factor is on",
    name,
    before: ["From now on, signing in to your Aapurti account takes your password and a code of your authenticator app."],
    after: [
      "Keep the recovery codes where you find them without your phone: each signs you in once.",
      'If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.'
    ]
  });
}
function secondFactorOffMail({ name }) {
  return compose({
    subject: "Your second factor is off",
    name,
    before: ["From now on, your Aapurti account asks for the password alone when you sign in."],
    after: ['If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.']
  });
}
function secondFactorResetMail({ name }) {
  return compose({
    subject: "Your second factor was reset",
    name,
    before: [
      "An administrator has taken the second factor off your Aapurti account and signed you out on all devices.",
      "Sign in with your password, and set it up again on your profile, under Security."
    ],
    after: ["If you did not ask for this, tell your contact at the buyer at once."]
  });
}
function recoveryCodeUsedMail({ name, left }) {
  const codes3 = left === 0 ? "no code is left" : left === 1 ? "one code is left" : `${left} codes are left`;
  return compose({
    subject: "A recovery code was used",
    name,
    before: [`Somebody signed in to your Aapurti account with one of your recovery codes; ${codes3}.`],
    after: [
      "New ones, and your devices that are signed in, are on your profile, under Security.",
      'If this was not you, use "Forgot password" on the sign-in page at once, and tell your contact at the buyer.'
    ]
  });
}
function emailChangedMail({ name }) {
  return compose({
    subject: "Your e-mail address was changed",
    name,
    before: ["Your Aapurti account was given another e-mail address. This one can no longer be used to sign in."],
    after: ["If this was not you, tell your contact at the buyer at once."]
  });
}
function duration(minutes) {
  return minutes % (24 * 60) === 0 ? `${minutes / (24 * 60)} days` : `${minutes} minutes`;
}
var ACCOUNT_MAILS = {
  reset: resetMail,
  invitation: setPasswordMail,
  registration: registrationReceivedMail,
  activation: activatedMail,
  password: passwordChangedMail,
  email: emailChangedMail,
  secondFactorOn: secondFactorOnMail,
  secondFactorOff: secondFactorOffMail,
  secondFactorReset: secondFactorResetMail,
  recoveryCode: recoveryCodeUsedMail
};
function accountMail(kind, content) {
  return ACCOUNT_MAILS[kind](content);
}
function isAccountMail(kind) {
  return kind in ACCOUNT_MAILS;
}

// server/src/mail/queue.ts
import sql9 from "sql-template-tag";
async function queueMails(db, queued2) {
  if (queued2.length === 0) return;
  const rows = queued2.map(({ kind, userId, to, content }) => ({ kind, userId, to, content, minutes: minutesOf(kind) }));
  await db.execute(sql9`
    insert into mails (kind, user_id, recipient, content, expires_at)
    select kind, "userId", "to", content, clock_timestamp() + make_interval(mins => minutes)
    from jsonb_to_recordset(${storableJson(rows)}::jsonb) as mail(kind text, "userId" bigint, "to" text, content jsonb, minutes int)`);
}
async function queueMail(ctx, mail2) {
  await queueMails(ctx.db, [mail2]);
  ctx.afterwards(async () => ctx.mail.wake());
}
function mailOfMade(kind, made) {
  return sql9`insert into mails (user_id, content, kind) select made.*, ${kind} from (${made}) made`;
}
async function claimMail(db, { kind, userId, to, content }) {
  const row = await db.first(sql9`
    insert into mails (kind, user_id, recipient, content, state, tries, tried_at)
    values (${kind}, ${userId}, ${to ?? null}, ${storableJson(content)}::jsonb, 'sending', 1, clock_timestamp()) returning id::text`);
  if (row === void 0) throw new Error("an inserted mail has an id");
  return row.id;
}
function byOwner(rows) {
  const own = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const others = own.get(row.ownerId);
    if (others === void 0) own.set(row.ownerId, [row]);
    else others.push(row);
  }
  return own;
}
function minutesOf(kind) {
  return kind === "reset" || kind === "invitation" ? LINK_MINUTES[kind] : null;
}

// server/src/payments/store.ts
function modeOf(words2) {
  return /cheque|check|\bchq\b/i.test(words2) ? "cheque" : "online";
}
async function storePayments(db, source, payments2, actor = null) {
  await db.execute(sql10`select pg_advisory_xact_lock(hashtextextended(${`payments of ${source}`}, 0))`);
  const known = await storedPayments(db, source, payments2);
  const changed = payments2.filter(({ externalId, version }) => known.get(externalId)?.version !== version);
  const old = await oldParts(db, source, changed, known);
  const invoices2 = await lockedInvoices(db, changed, [...known.values(), ...old]);
  const byId = new Map(invoices2.map((invoice2) => [invoice2.id, invoice2]));
  const byNumber = new Map(invoices2.map((invoice2) => [`${invoice2.ownerId} ${invoice2.number}`, invoice2]));
  const left = new Map(invoices2.map((invoice2) => [invoice2.id, new Decimal(invoice2.left)]));
  const add2 = (invoiceId, amount6) => {
    if (invoiceId !== null) left.set(invoiceId, (left.get(invoiceId) ?? new Decimal(0)).plus(amount6));
  };
  const refused = /* @__PURE__ */ new Map();
  const gone = [...old];
  for (const { invoiceId, amount: amount6 } of old) add2(invoiceId, amount6);
  const stored = [];
  const rank = (payment2) => payment2.cancelled === true ? 0 : known.has(payment2.externalId) ? 1 : 2;
  for (const payment2 of [...changed].sort((one2, other) => rank(one2) - rank(other))) {
    const before = known.get(payment2.externalId);
    const words2 = `Payment ${payment2.externalId} of ${showMoney(payment2.amount)}`;
    if (payment2.cancelled === true) {
      if (before !== void 0) gone.push(before);
      if (before !== void 0) add2(before.invoiceId, before.amount);
      continue;
    }
    const invoice2 = payment2.invoiceNumber === null ? null : byNumber.get(`${payment2.ownerId} ${payment2.invoiceNumber}`);
    if (before !== void 0 && before.ownerId !== payment2.ownerId) {
      refused.set(payment2.externalId, `${words2} came for another vendor before, and stays that vendor's.`);
    } else if (invoice2 === void 0) {
      refused.set(payment2.externalId, `${words2}: the vendor has no invoice ${payment2.invoiceNumber} here.`);
    } else {
      if (before !== void 0) add2(before.invoiceId, before.amount);
      const balance = invoice2 === null ? null : left.get(invoice2.id) ?? new Decimal(0);
      if (balance !== null && balance.lt(payment2.amount)) {
        if (before !== void 0) add2(before.invoiceId, new Decimal(before.amount).negated());
        refused.set(
          payment2.externalId,
          `${words2} is more than the ${showMoney(balance.toFixed(2))} outstanding of invoice ${payment2.invoiceNumber}.`
        );
      } else {
        add2(invoice2?.id ?? null, new Decimal(payment2.amount).negated());
        stored.push({ ...payment2, id: before?.id ?? null, invoiceId: invoice2?.id ?? null, mode: modeOf(payment2.mode) });
      }
    }
  }
  const numberOf = (invoiceId) => invoiceId === null ? null : byId.get(invoiceId)?.number ?? null;
  const told = ({ amount: amount6, mode, paidOn, invoiceId }) => ({
    amount: new Decimal(amount6).toFixed(2),
    paymentMode: mode,
    paymentDate: paidOn,
    invoice: numberOf(invoiceId)
  });
  if (gone.length > 0) await db.execute(sql10`delete from payments where id = any(${gone.map(({ id }) => id)}::bigint[])`);
  const updated = stored.filter(({ id }) => id !== null);
  const created = stored.filter(({ id }) => id === null);
  await changePayments(db, updated);
  const ids = await insertPayments(db, source, created);
  const entry4 = { actor, entity: "payment" };
  await recordAudits(db, [
    ...gone.map((each) => ({ ...entry4, ownerId: each.ownerId, action: "payment.remove", entityId: each.id, before: told(each) })),
    ...updated.map((each) => {
      const before = known.get(each.externalId);
      const beforeTold = before && { before: told(before) };
      return { ...entry4, ownerId: each.ownerId, action: "payment.change", entityId: each.id ?? "", ...beforeTold, after: told(each) };
    }),
    ...created.map((each) => ({
      ...entry4,
      ownerId: each.ownerId,
      action: "payment.create",
      entityId: ids.get(each.externalId) ?? "",
      after: { ...told(each), source, externalId: each.externalId }
    }))
  ]);
  await tellPaid(db, created, numberOf);
  return { created: created.length, updated: updated.length + gone.length, refused };
}
async function tellPaid(db, payments2, numberOf) {
  await queueMails(
    db,
    [...byOwner(payments2)].map(([userId, own]) => ({
      kind: "payments",
      userId,
      content: {
        count: own.length,
        total: own.reduce((all, { amount: amount6 }) => all.plus(amount6), new Decimal(0)).toFixed(2),
        payments: own.slice(0, TOLD_MOST).map(({ amount: amount6, mode, paidOn, invoiceId }) => ({
          invoice: numberOf(invoiceId),
          amount: new Decimal(amount6).toFixed(2),
          mode,
          paidOn
        }))
      }
    }))
  );
}
var storedColumns = sql10`
  external_id as "externalId", version, payments.id::text, owner_id::text as "ownerId", invoice_id::text as "invoiceId", amount, mode,
  paid_on as "paidOn"`;
async function oldParts(db, source, payments2, known) {
  const wholes = new Map(payments2.flatMap(({ whole }) => whole === void 0 ? [] : [[whole.id, whole]]));
  if (wholes.size === 0) return [];
  const rows = await db.rows(sql10`
    select ${storedColumns}
    from payments join jsonb_to_recordset(${storableJson([...wholes.values()])}::jsonb) as whole(id text, parts jsonb) on whole.id = part_of
    where source = ${source} and not whole.parts ? external_id`);
  return rows.filter(({ externalId }) => !known.has(externalId));
}
async function storedPayments(db, source, payments2) {
  const rows = await db.rows(sql10`
    select ${storedColumns}
    from payments where source = ${source} and external_id = any(${payments2.map(({ externalId }) => externalId)}::text[])`);
  return new Map(rows.map((row) => [row.externalId, row]));
}
async function lockedInvoices(db, payments2, known) {
  if (payments2.length === 0) return [];
  const named = payments2.filter(({ invoiceNumber }) => invoiceNumber !== null);
  return db.rows(sql10`
    select id::text, owner_id::text as "ownerId", number, value - paid as left
    from invoices
    where id = any(${known.map(({ invoiceId }) => invoiceId)}::bigint[])
      or (owner_id, number) in (
        select * from unnest(${named.map(({ ownerId }) => ownerId)}::bigint[], ${named.map(({ invoiceNumber }) => invoiceNumber)}::text[]))
    order by id for no key update`);
}
var handed = (payments2) => storableJson(payments2);
async function changePayments(db, payments2) {
  if (payments2.length === 0) return;
  await db.execute(sql10`
    update payments set invoice_id = handed."invoiceId", amount = handed.amount, mode = handed.mode, remarks = handed.remarks,
      paid_on = handed."paidOn", version = handed.version, raw = handed.raw
    from jsonb_to_recordset(${handed(payments2)}::jsonb) as handed(
      id bigint, "invoiceId" bigint, amount numeric, mode text, remarks text, "paidOn" date, version text, raw jsonb)
    where payments.id = handed.id`);
}
async function insertPayments(db, source, payments2) {
  if (payments2.length === 0) return /* @__PURE__ */ new Map();
  const rows = await db.rows(sql10`
    insert into payments (owner_id, invoice_id, amount, mode, remarks, paid_on, source, external_id, version, raw, part_of)
    select "ownerId", "invoiceId", amount, mode, remarks, "paidOn", ${source}::text, "externalId", version, raw, whole ->> 'id'
    from jsonb_to_recordset(${handed(payments2)}::jsonb) as handed(
      "ownerId" bigint, "invoiceId" bigint, amount numeric, mode text, remarks text, "paidOn" date, "externalId" text, version text, raw jsonb,
      whole jsonb)
    returning id::text, external_id as "externalId"`);
  return new Map(rows.map(({ id, externalId }) => [externalId, id]));
}
async function storeReturns(db, source, returns2) {
  await db.execute(sql10`select pg_advisory_xact_lock(hashtextextended(${`returns of ${source}`}, 0))`);
  const found = await db.rows(sql10`
    select external_id as "externalId", version, owner_id::text as "ownerId" from purchase_returns
    where source = ${source} and external_id = any(${returns2.map(({ externalId }) => externalId)}::text[])`);
  const known = new Map(found.map((row) => [row.externalId, row]));
  const refused = /* @__PURE__ */ new Map();
  const changed = returns2.filter(({ externalId, version, ownerId }) => {
    const before = known.get(externalId);
    if (before?.version === version) return false;
    if (before === void 0 || before.ownerId === ownerId) return true;
    refused.set(externalId, `Return ${externalId} came for another vendor before, and stays that vendor's.`);
    return false;
  });
  const gone = changed.filter(({ cancelled }) => cancelled === true).map(({ externalId }) => externalId);
  const removed = gone.length === 0 ? 0 : await db.execute(sql10`delete from purchase_returns where source = ${source} and external_id = any(${gone}::text[])`);
  const stored = changed.filter(({ cancelled }) => cancelled !== true);
  if (stored.length > 0) {
    await db.execute(sql10`
      insert into purchase_returns (source, external_id, version, owner_id, po_number, po_date, invoice_number, invoice_date, item_name,
        received_quantity, returned_quantity, remarks, raw)
      select ${source}::text, "externalId", version, "ownerId", "poNumber", "poDate", "invoiceNumber", "invoiceDate", "itemName",
        "receivedQuantity", "returnedQuantity", remarks, raw
      from jsonb_to_recordset(${storableJson(stored)}::jsonb) as handed(
        "externalId" text, version text, "ownerId" bigint, "poNumber" text, "poDate" date, "invoiceNumber" text, "invoiceDate" date,
        "itemName" text, "receivedQuantity" numeric, "returnedQuantity" numeric, remarks text, raw jsonb)
      on conflict (source, external_id) do update set
        version = excluded.version, po_number = excluded.po_number, po_date = excluded.po_date, invoice_number = excluded.invoice_number,
        invoice_date = excluded.invoice_date, item_name = excluded.item_name, received_quantity = excluded.received_quantity,
        returned_quantity = excluded.returned_quantity, remarks = excluded.remarks, raw = excluded.raw, updated_at = clock_timestamp()`);
  }
  const updated = stored.filter(({ externalId }) => known.has(externalId)).length;
  return { created: stored.length - updated, updated: updated + removed, refused };
}

// server/src/purchase-orders/store.ts
import sql11 from "sql-template-tag";

// server/src/database/copy.ts
import { once } from "node:events";
import { from } from "pg-copy-streams";
var BATCH = 500;
async function copyRows(db, into, rows) {
  if (rows.length === 0) return;
  await db.withClient(async (client) => {
    const stream = client.query(from(`copy ${into} from stdin`));
    const failed2 = once(stream, "finish");
    failed2.catch(() => void 0);
    for (let start = 0; start < rows.length; start += BATCH) {
      let text3 = "";
      for (const row of rows.slice(start, start + BATCH)) text3 += `${row.map(copiedText).join("	")}
`;
      if (!stream.write(text3)) await Promise.race([once(stream, "drain"), failed2]);
    }
    stream.end();
    await failed2;
  });
}
var SPECIAL = /[\\\t\n\r\0]/;
function copiedText(value) {
  if (value === null) return String.raw`\N`;
  if (typeof value === "number" || !SPECIAL.test(value)) return String(value);
  return value.replaceAll("\0", "").replaceAll("\\", String.raw`\\`).replaceAll("	", String.raw`\t`).replaceAll("\n", String.raw`\n`).replaceAll("\r", String.raw`\r`);
}

// server/src/purchase-orders/store.ts
async function storeOrders(db, source, orders2, actor = null) {
  await lockOrders(db, source);
  const known = await storedHeads(db, source, orders2);
  const refused = /* @__PURE__ */ new Map();
  const changed = [];
  const taken = await takenNumbers(
    db,
    source,
    orders2.filter(({ externalId, version }) => known.get(externalId)?.version !== version)
  );
  for (const order of orders2) {
    const before = known.get(order.externalId);
    if (before?.version === order.version) continue;
    const value = order.lines.reduce((sum3, line2) => sum3.plus(line2.total), new Decimal(0));
    const key = numberKey(order.ownerId, order.number);
    const holder = taken.get(key);
    if (before !== void 0 && before.ownerId !== order.ownerId) {
      refused.set(order.externalId, `Order ${order.number} came for another vendor before, and stays that vendor's.`);
    } else if (holder !== void 0 && holder !== order.externalId) {
      refused.set(order.externalId, `Order ${order.number}: another order of this vendor has the same number.`);
    } else if (value.gt(MONEY_MAX)) {
      refused.set(order.externalId, `Order ${order.number}: its value is more than ${MONEY_MAX.toFixed()}.`);
    } else {
      taken.set(key, order.externalId);
      changed.push({ ...order, value: value.toFixed(2) });
    }
  }
  if (changed.length === 0) return { created: 0, updated: 0, refused };
  const added = changed.filter(({ externalId }) => !known.has(externalId));
  const amended = changed.flatMap((order) => {
    const before = known.get(order.externalId);
    return before === void 0 ? [] : [{ ...order, before }];
  });
  if (added.length > 0) await addOrders(db, source, added, actor);
  if (amended.length > 0) await amendOrders(db, amended, actor);
  await tellOrdered(db, added);
  return { created: added.length, updated: amended.length, refused };
}
async function tellOrdered(db, orders2) {
  await queueMails(
    db,
    [...byOwner(orders2.filter(({ status }) => status === "Open"))].map(([userId, own]) => ({
      kind: "orders",
      userId,
      content: {
        count: own.length,
        orders: own.slice(0, TOLD_MOST).map(({ number: number18, orderedOn, value, deliverBy }) => ({ number: number18, orderedOn, value, deliverBy }))
      }
    }))
  );
}
async function lockOrders(db, source) {
  await db.execute(sql11`select pg_advisory_xact_lock(hashtextextended(${`orders of ${source}`}, 0))`);
}
var numberKey = (ownerId, number18) => `${ownerId} ${number18}`;
async function storedHeads(db, source, orders2) {
  const rows = await db.rows(sql11`
    select id::text, external_id as "externalId", version, owner_id::text as "ownerId", number, status, deliver_by as "deliverBy", value,
      line_count as lines
    from purchase_orders where source = ${source} and external_id = any(${orders2.map(({ externalId }) => externalId)}::text[])`);
  return new Map(rows.map((row) => [row.externalId, row]));
}
async function takenNumbers(db, source, orders2) {
  if (orders2.length === 0) return /* @__PURE__ */ new Map();
  const rows = await db.rows(sql11`
    select owner_id::text as owner, number, case when source = ${source} then external_id else '' end as id
    from purchase_orders where (owner_id, number) in (
      select * from unnest(${orders2.map(({ ownerId }) => ownerId)}::bigint[], ${orders2.map(({ number: number18 }) => number18)}::text[]))`);
  return new Map(rows.map(({ owner, number: number18, id }) => [numberKey(owner, number18), id]));
}
var HEAD_TABLE = `purchase_orders (id, source, external_id, version, owner_id, number, ordered_on, deliver_by, status, acknowledged_on,
  acknowledgement_reference, acknowledgement_told_at, paid, delivery_location, vendor_address, line_count, value, raw)`;
async function addOrders(db, source, orders2, actor) {
  const drawn = await db.rows(sql11`
    select nextval(name)::text as id
    from (select pg_get_serial_sequence('purchase_orders', 'id') as name offset 0) as sequence, generate_series(1, ${orders2.length}::int)`);
  const ids = drawn.map(({ id }) => id);
  const heads = orders2.map((order, place) => [
    ids[place] ?? "",
    source,
    order.externalId,
    order.version,
    order.ownerId,
    order.number,
    order.orderedOn,
    order.deliverBy,
    order.status,
    order.acknowledgedOn,
    order.acknowledgementReference,
    // PostgreSQL's word for the time of this transaction.
    order.acknowledgedOn === null ? null : "now",
    order.paid,
    order.deliveryLocation,
    order.vendorAddress,
    order.lines.length,
    order.value,
    storedRaw(order)
  ]);
  await copyRows(db, HEAD_TABLE, heads);
  await copyRows(
    db,
    LINE_TABLE,
    orders2.flatMap((order, place) => linesOf(order, ids[place] ?? ""))
  );
  await db.execute(sql11`
    insert into audit_log (actor_id, owner_id, action, entity, entity_id, after)
    select ${actor?.id ?? null}::bigint, owner_id, 'order.create', 'purchaseOrder', id::text, jsonb_build_object('number', number,
      'orderedOn', ordered_on, 'status', status, 'value', value::text, 'deliverBy', deliver_by, 'lines', line_count)
    from purchase_orders where id = any(${ids}::bigint[]) order by id`);
}
function storedRaw({ raw: raw10 }) {
  return raw10 === null || raw10 === void 0 ? null : storableJson(raw10);
}
async function amendOrders(db, orders2, actor) {
  const heads = orders2.map(({ lines, before, ...order }) => ({ ...order, id: before.id, lineCount: lines.length }));
  await db.execute(sql11`
    update purchase_orders known set
      version = head.version, number = head.number, ordered_on = head."orderedOn", deliver_by = head."deliverBy", status = head.status,
      acknowledged_on = coalesce(head."acknowledgedOn", known.acknowledged_on),
      acknowledgement_reference = coalesce(head."acknowledgementReference", known.acknowledgement_reference),
      acknowledgement_told_at = coalesce(known.acknowledgement_told_at, case when head."acknowledgedOn" is not null then now() end),
      paid = head.paid, delivery_location = head."deliveryLocation", vendor_address = head."vendorAddress",
      line_count = head."lineCount", value = head.value, raw = head.raw, updated_at = clock_timestamp()
    from jsonb_to_recordset(${storableJson(heads)}::jsonb) as head(
      id bigint, version text, number text, "orderedOn" date, "deliverBy" date, status text, "acknowledgedOn" date,
      "acknowledgementReference" text, paid numeric, "deliveryLocation" text, "vendorAddress" text, "lineCount" int, value numeric, raw jsonb)
    where known.id = head.id`);
  await replaceLines(db, orders2);
  await recordAudits(
    db,
    orders2.map(({ before, ownerId, status, value, deliverBy, lines }) => ({
      actor,
      ownerId,
      action: "order.amend",
      entity: "purchaseOrder",
      entityId: before.id,
      before: { status: before.status, value: before.value, deliverBy: before.deliverBy, lines: before.lines },
      after: { status, value, deliverBy, lines: lines.length }
    }))
  );
}
var LINE_TABLE = `purchase_order_lines (order_id, line, external_id, item_code, item_name, ean, second_ean, hsn_code, sku_code, uom,
  quantity, case_quantity, received_quantity, mrp, unit_price, discount_rate, discount, taxable, cgst_rate, sgst_rate, igst_rate, cess_rate,
  cgst, sgst, igst, cess, total)`;
function linesOf(order, id) {
  return order.lines.map((line2, index) => [id, index + 1, ...valuesOf(line2)]);
}
function valuesOf(line2) {
  return [
    line2.externalId,
    line2.itemCode,
    line2.itemName,
    line2.ean,
    line2.secondEan,
    line2.hsnCode,
    line2.skuCode,
    line2.uom,
    line2.quantity,
    line2.caseQuantity,
    line2.receivedQuantity ?? "0",
    line2.mrp,
    line2.unitPrice,
    line2.discountRate,
    line2.discount,
    line2.taxable,
    line2.cgstRate,
    line2.sgstRate,
    line2.igstRate,
    line2.cessRate,
    line2.cgst,
    line2.sgst,
    line2.igst,
    line2.cess,
    line2.total
  ];
}
async function replaceLines(db, orders2) {
  const own = orders2.map(({ before }) => before.id);
  const gone = await db.rows(sql11`
    delete from purchase_order_lines where order_id = any(${own}::bigint[])
    returning order_id::text as order, line, external_id as "externalId", item_code as "itemCode"`);
  await copyRows(
    db,
    LINE_TABLE,
    orders2.flatMap((order) => linesOf(order, order.before.id))
  );
  await db.execute(sql11`
    update goods_receipts receipt set line = moved.line
    from (
      select before."order", before.line as was,
        coalesce(min(lines.line) filter (where same), min(lines.line) filter (where lines.item_code = before."itemCode"), 0) as line
      from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as before("order" bigint, line int, "externalId" text, "itemCode" text)
      left join purchase_order_lines lines on lines.order_id = before."order",
      lateral (select lines.external_id = before."externalId" or (before."externalId" is null and lines.line = before.line) as same) is_same
      group by before."order", before.line
    ) moved
    where receipt.order_id = moved."order" and receipt.line = moved.was and moved.line <> moved.was`);
  await countReceipts(db, own);
}
async function countReceipts(db, orderIds) {
  await db.execute(sql11`
    with arrived as (
      select order_id, lines.item_code, sum(receipts.quantity) as quantity
      from goods_receipts receipts join purchase_order_lines lines using (order_id, line)
      where order_id = any(${orderIds}::bigint[]) group by order_id, lines.item_code
    ), filled as (
      select order_id, line, case
          when line = max(line) over item then greatest(arrived.quantity - coalesce(sum(lines.quantity) over earlier, 0), 0)
          else least(lines.quantity, greatest(arrived.quantity - coalesce(sum(lines.quantity) over earlier, 0), 0))
        end as quantity
      from purchase_order_lines lines join arrived using (order_id, item_code)
      window item as (partition by order_id, item_code),
        earlier as (partition by order_id, item_code order by line rows between unbounded preceding and 1 preceding)
    )
    update purchase_order_lines lines set received_quantity = filled.quantity
    from filled
    where lines.order_id = filled.order_id and lines.line = filled.line and lines.received_quantity <> filled.quantity`);
}

// contract/src/buyer-sheets.ts
import * as z6 from "zod";

// contract/src/operation.ts
import * as z3 from "zod";

// contract/src/wire.ts
var CLEAN_BY_WIRE = {
  nararation: "narration",
  sellingPrice: "transferPrice",
  UOMConversation: "uomConversion",
  schemaName: "schemeName",
  schemaNumber: "schemeNumber",
  maxSchemaNumber: "maxSchemeNumber",
  schemes: "scheme",
  passWord: "password",
  GST: "gstin",
  panNo: "pan",
  DateOfDeliverChallan: "challanDate"
};
var cleanByWire = new Map(Object.entries(CLEAN_BY_WIRE));
var wireByClean = new Map([...cleanByWire].map(([wire, clean]) => [clean, wire]));
function wireName(clean) {
  return wireByClean.get(clean) ?? clean;
}
function cleanName(wire) {
  return cleanByWire.get(wire) ?? wire;
}
function decodeNames(value) {
  if (Array.isArray(value)) return value.map(decodeNames);
  if (!isRecord(value)) return value;
  const decoded = {};
  for (const [name, item2] of Object.entries(value)) {
    if (name === "__proto__" || wireByClean.has(name)) continue;
    decoded[cleanName(name)] = decodeNames(item2);
  }
  return decoded;
}
function encodeNames(value) {
  if (Array.isArray(value)) return value.map(encodeNames);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item2]) => [wireName(name), encodeNames(item2)]));
}
function isRecord(value) {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

// contract/src/operation.ts
var FILE_BYTES_MAX = 5 * 1024 * 1024;
var nothing = z3.object({});
function operation(given3) {
  return {
    files: [],
    fileBytesMax: FILE_BYTES_MAX,
    idempotent: false,
    beforeSetUp: false,
    params: nothing,
    query: nothing,
    body: nothing,
    ...given3
  };
}
var problem = z3.object({
  message: z3.string(),
  errors: z3.record(z3.string(), z3.string()).optional(),
  requestId: z3.string().optional(),
  /** An administrator has to set up a second factor before anything else. */
  secondFactor: z3.literal("required").optional()
});
var workbook = z3.custom().meta({ description: "An .xlsx workbook." });
var WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
var PDF_TYPE = "application/pdf";
var pdf = z3.custom().meta({ description: "A PDF." });
var message = z3.object({ message: z3.string() });
var idParams = z3.object({ id: z3.string() });
function changesOf(form) {
  return z3.object({
    ...Object.fromEntries(Object.entries(form.shape).map(([name, field2]) => [name, anything.meta(field2.meta() ?? {})])),
    updatedAt: anything.meta({ type: "string" })
  });
}
var PAGE_SIZE_MAX = 100;
var UNPAGED_MAX = 1e3;
var ownerChoice = anything.transform((value) => isBlank(value) ? null : typeof value === "string" ? value.trim() : JSON.stringify(value)).meta({ type: ["string", "null"] });
var FILTER_MAX = 200;
var textFilter = z3.string().trim().max(FILTER_MAX, `At most ${FILTER_MAX} characters.`).optional();
function listQuery(filters3, sortable) {
  const whole = (least, most) => z3.coerce.number("Must be a whole number.").int("Must be a whole number.").min(least, `Must be at least ${least}.`).max(most, `Must be at most ${most}.`).optional();
  return z3.object({
    ...filters3,
    page: whole(1, 2147483647),
    pageSize: whole(1, PAGE_SIZE_MAX),
    sortBy: z3.enum(sortable.map(wireName), `Must be one of ${sortable.map(wireName).join(", ")}.`).transform((name) => cleanName(name)).optional(),
    sortOrder: z3.enum(["asc", "desc"], "Must be asc or desc.").optional()
  });
}

// contract/src/orders.ts
import * as z4 from "zod";
var ORDER_STATUSES = ["Open", "Acknowledged", "Closed", "Cancelled"];
var DELIVERY_STATUSES = ["Pending", "Partial", "Delivered"];
var PAYMENT_STATUSES = ["Unpaid", "Partial", "Paid"];
var messages = {
  acknowledged: "Purchase order acknowledged.",
  acknowledgedAlready: "This purchase order is acknowledged already.",
  /** Of an order that is closed or cancelled. */
  notOpen: (status) => `Only an open purchase order can be acknowledged, and this one is ${status.toLowerCase()}.`
};
var money = z4.number();
var optionalAmount = z4.number().nullable();
var absent = z4.string().nullable();
var orderLine = z4.object({
  itemCode: z4.string(),
  itemName: z4.string(),
  EANCode: absent,
  /** Another barcode of the item: its carton's, or an older one. */
  secondaryBarcode: absent,
  SKUCode: absent,
  hsnCode: absent,
  uom: absent,
  /** Ordered, in the unit of purchase. */
  itemQuantityInCart: z4.number(),
  /** Arrived so far. */
  receivedQuantity: z4.number(),
  /** Pieces in a carton, where known. */
  caseQuantity: optionalAmount,
  /** The MRP. */
  itemSellingPrice: optionalAmount,
  /** Of one unit, before discount and tax. */
  itemPrice: money,
  /** With discount and taxes. */
  totalCost: money,
  /** The code of the tax: 'GST5', 'IGST18'; null where the order states no rate. */
  GSTCode: absent,
  /** CGST, SGST and IGST together; null where the order states no rate. */
  GSTInPer: optionalAmount,
  discInPer: money,
  discAMt: money,
  CGSTInPer: optionalAmount,
  /** All taxes of the line, the cess among them. */
  taxAMT: money,
  salesOrderTaxModel: z4.object({
    taxableAmount: money,
    /** CGST, SGST and IGST together. */
    taxAmount: money,
    cgstTaxAmt: money,
    sgstTaxAmt: money,
    igstTaxAmt: money,
    /** The rate of the cess. */
    gstCess: optionalAmount,
    gstCessAmount: money,
    tax: z4.object({ sgstPercent: optionalAmount, igstPercent: optionalAmount })
  })
});
var purchaseOrder = z4.object({
  _id: z4.string(),
  userID: z4.string(),
  vendorName: z4.string(),
  poNumber: z4.string(),
  poDate: z4.string(),
  deliverBy: absent,
  /** How many lines. */
  totalPurchaseItems: z4.number(),
  /** Of all lines with taxes. */
  value: money,
  /** 'Acknowledged' is an open order that its vendor has acknowledged. */
  status: z4.enum(ORDER_STATUSES),
  /** Of the payments of the vendor's invoices with this PO number, or what the buyer's system says is paid: whichever is more. */
  paymentStatus: z4.enum(PAYMENT_STATUSES),
  deliveryStatus: z4.enum(DELIVERY_STATUSES),
  acknowledgedOn: absent,
  acknowledgementReference: absent,
  EANCode: absent,
  HSNCode: absent,
  ItemName: absent,
  PrimaryBarCode: absent,
  SKUCode: absent,
  purchaseQty: z4.number(),
  caseQuantity: optionalAmount,
  MRP: optionalAmount,
  /** MRP less price, in percent of the MRP. */
  BuyerMarginPer: optionalAmount,
  buyerMarginAmt: optionalAmount,
  /** Of one unit, before discount and tax. */
  billingPrice: money,
  /** CGST, SGST and IGST together; null where the order states no rate. */
  taxRate: optionalAmount,
  SGSTAmt: money,
  CGSTAmt: money,
  IGSTAmt: money,
  totalPrice: money,
  secondaryBarcode: absent,
  /** Address of the labels as a PDF. */
  packingLabel: absent,
  /** A document of the buyer's, where there is one. */
  documentUpload: absent,
  deliveryLocation: absent,
  vendorAddress: absent,
  listOfItems: z4.array(orderLine),
  /** Loaded or typed here. Else it is pulled from the buyer's system, and changed there. */
  keptHere: z4.boolean(),
  updatedAt: z4.string()
});
var ORDER_SORTS = ["poNumber", "poDate", "totalPurchaseItems", "value"];
var acknowledgementForm = z4.object({ reference: optionalText(100) });
var filters = { code: optionalText(), userID: ownerChoice };
var orders = {
  /** `code` matches anywhere in the number, any case; unless sorted otherwise, an order whose number it is comes first. */
  search: operation({
    id: "order.search",
    summary: "Purchase orders, newest first, 7 a page; with a code those whose number has it",
    method: "POST",
    path: "/api/purChaseOrder/serviceOrder",
    access: "active",
    query: listQuery({}, ORDER_SORTS),
    body: z4.object(filters),
    replies: { 200: z4.object({ result: z4.array(purchaseOrder) }) }
  }),
  /** With `poNumber` those of exactly this number: one of a vendor's, as numbers repeat between vendors only. */
  list: operation({
    id: "order.list",
    summary: "The bare list of purchase orders, newest first; with a poNumber the order of this number",
    method: "GET",
    path: "/api/purChaseOrder/get",
    access: "active",
    query: listQuery({ poNumber: textFilter, userID: ownerChoice }, ORDER_SORTS),
    replies: { 200: z4.array(purchaseOrder), 201: z4.array(purchaseOrder) }
  }),
  export: operation({
    id: "order.export",
    summary: "A workbook of all purchase orders that the search leaves",
    method: "GET",
    path: "/api/purChaseOrder/export",
    access: "active",
    query: listQuery(filters, ORDER_SORTS),
    replies: { 200: workbook }
  }),
  /** The vendor has seen it; the buyer's system is told by the background job, however long it is down. */
  acknowledge: operation({
    id: "order.acknowledge",
    summary: "Acknowledge an open order, with a reference of one\u2019s own; 409 where it is not open, or was amended since `updatedAt`",
    method: "POST",
    path: "/api/purChaseOrder/acknowledge/{id}",
    access: "active",
    params: idParams,
    body: acknowledgementForm.extend({ updatedAt: anything.meta({ type: "string" }) }),
    replies: { 200: z4.object({ message: z4.string(), data: purchaseOrder }) }
  })
};

// contract/src/sheets.ts
import * as z5 from "zod";
var sheetError = z5.object({ row: z5.number(), column: z5.string(), message: z5.string() });
var sheetRefusal = z5.object({ message: z5.string(), errors: z5.array(sheetError), totalErrors: z5.number() });
var sheetDone = z5.object({
  message: z5.string(),
  created: z5.number(),
  updated: z5.number(),
  remarks: z5.array(sheetError),
  totalRemarks: z5.number()
});
var messages2 = {
  uploaded: "File Uploaded Successfully",
  failed: "Something went wrong",
  templateFailed: "Something went wrong. Please try later."
};
var SHEET_BYTES_MAX = 50 * 1024 * 1024;
var dryRun = z5.enum(["true", "false"], "Must be true or false.").optional();
function sheetCalls(given3) {
  const { id, rows, path, filters: filters3 } = given3;
  const upload = { access: "active", body: z5.object({ userID: ownerChoice }), files: ["file"], fileBytesMax: SHEET_BYTES_MAX };
  return {
    template: operation({
      id: `${id}.template`,
      summary: `An empty workbook for ${rows}, with an example and notes`,
      method: "GET",
      path: `${path}/download`,
      access: "active",
      replies: { 200: workbook }
    }),
    export: operation({
      id: `${id}.export`,
      summary: `A workbook of all ${rows} that the filters leave`,
      method: "GET",
      path: `${path}/export`,
      access: "active",
      query: filters3,
      replies: { 200: workbook }
    }),
    upload: operation({
      id: `${id}.upload`,
      summary: `Store the ${rows} of a workbook, all or nothing; with dryRun=true only check them`,
      method: "POST",
      path: `${path}/excelUpload`,
      query: z5.object({ dryRun }),
      replies: { 200: sheetDone, 201: sheetRefusal },
      ...upload
    }),
    mark: operation({
      id: `${id}.mark`,
      summary: "The same workbook with its faults marked; nothing is stored",
      method: "POST",
      path: `${path}/excelUpload/marked`,
      replies: { 200: workbook, 201: sheetRefusal },
      ...upload
    })
  };
}

// contract/src/buyer-sheets.ts
function buyerSheet({ id, rows, path, filters: filters3 }) {
  const upload = { access: "admin", files: ["file"], fileBytesMax: SHEET_BYTES_MAX };
  return {
    template: operation({
      id: `${id}.template`,
      summary: `An empty workbook for the buyer's ${rows}, with an example and notes`,
      method: "GET",
      path: `/api/buyerData/${path}/template`,
      access: "admin",
      replies: { 200: workbook }
    }),
    export: operation({
      id: `${id}.export`,
      summary: `A workbook of the ${rows} that were loaded or typed here, which can be uploaded again`,
      method: "GET",
      path: `/api/buyerData/${path}/export`,
      access: "admin",
      query: filters3,
      replies: { 200: workbook }
    }),
    upload: operation({
      id: `${id}.upload`,
      summary: `Load ${rows} from a .csv or .xlsx sheet, all or nothing; with dryRun=true only check it`,
      method: "POST",
      path: `/api/buyerData/${path}`,
      query: z6.object({ dryRun }),
      replies: { 200: sheetDone, 201: sheetRefusal },
      ...upload
    }),
    mark: operation({
      id: `${id}.mark`,
      summary: "The same sheet as a workbook with its faults marked; nothing is stored",
      method: "POST",
      path: `/api/buyerData/${path}/marked`,
      replies: { 200: workbook, 201: sheetRefusal },
      ...upload
    })
  };
}
var byVendor = z6.object({ userID: ownerChoice });
var messages3 = {
  created: "Purchase order added.",
  updated: "Purchase order updated.",
  cancelled: "Purchase order cancelled.",
  number: "PO Number is required.",
  date: "PO Date is required.",
  vendor: "Please choose the vendor.",
  lines: "Add at least one line.",
  numberLetters: "A PO Number has no line breaks, tabs or invisible control characters."
};
var PRICE = { places: 4, least: 0, most: "9999999999.9999" };
var ORDERED = { ...QUANTITY, least: 1e-3 };
var LINES_MAX = 500;
var LOADED_LINES_MAX = 5e3;
var typedLine = z6.object({
  EANCode: optionalText(14, eanProblem),
  itemCode: optionalText(50),
  itemName: optionalText(500),
  hsnCode: optionalText(8, hsnProblem),
  uom: optionalText(20),
  quantity: requiredNumber(ORDERED, {
    required: "Quantity is required.",
    invalid: "Quantity should be a number above 0, at most three decimals."
  }),
  caseQuantity: optionalNumber(ORDERED, { invalid: "Case quantity should be a number above 0." }),
  MRP: optionalNumber(MONEY, { invalid: "MRP should be an amount in rupees." }),
  price: requiredNumber(PRICE, { required: "Price is required.", invalid: "Price should be an amount in rupees, at most four decimals." }),
  discountRate: optionalNumber(PERCENT, { invalid: "Discount should be a percentage from 0 to 100." }),
  taxRate: optionalNumber(PERCENT, { invalid: "Tax rate should be a percentage from 0 to 100." })
});
var requiredDate = optionalDate.transform((value, context) => {
  if (value === null) context.addIssue({ code: "custom", message: messages3.date });
  return value ?? "";
});
var typedOrder = z6.object({
  poNumber: requiredText(messages3.number, 100, (text3) => new RegExp("\\p{Cc}", "u").test(text3) ? messages3.numberLetters : null),
  poDate: requiredDate,
  deliverBy: optionalDate,
  deliveryLocation: optionalText(1e3),
  /** What is wrong with a line is said with its number. */
  lines: anything.transform((value, context) => {
    const given3 = Array.isArray(value) ? value : [];
    if (given3.length === 0 || given3.length > LINES_MAX) {
      context.addIssue({ code: "custom", message: given3.length === 0 ? messages3.lines : `At most ${LINES_MAX} lines.` });
      return z6.NEVER;
    }
    return given3.flatMap((each, index) => {
      const parsed = typedLine.safeParse(each);
      if (parsed.success) return [parsed.data];
      context.addIssue({ code: "custom", message: `Line ${index + 1}: ${parsed.error.issues[0]?.message ?? "is not right."}` });
      return [];
    });
  }).meta({ type: "array" })
});
var orderOf2 = z6.object({ message: z6.string(), data: purchaseOrder });
var buyerOrders = {
  ...buyerSheet({ id: "buyerOrder", rows: "purchase orders", path: "orders", filters: byVendor }),
  get: operation({
    id: "buyerOrder.get",
    summary: "One purchase order, to be changed",
    method: "GET",
    path: "/api/buyerData/orders/get/{id}",
    access: "admin",
    params: idParams,
    replies: { 200: z6.array(purchaseOrder) }
  }),
  create: operation({
    id: "buyerOrder.create",
    summary: "Type a purchase order for a vendor, where no ERP is connected",
    method: "POST",
    path: "/api/buyerData/orders/create",
    access: "admin",
    body: typedOrder.extend({
      userID: anything.transform((value, context) => {
        if (isBlank(value) || typeof value !== "string") context.addIssue({ code: "custom", message: messages3.vendor });
        return typeof value === "string" ? value.trim() : "";
      })
    }),
    idempotent: true,
    replies: { 200: orderOf2 }
  }),
  edit: operation({
    id: "buyerOrder.edit",
    summary: "Change an open order that was loaded or typed here, with all its lines",
    method: "PUT",
    path: "/api/buyerData/orders/edit/{id}",
    access: "admin",
    params: idParams,
    body: typedOrder.extend({ updatedAt: anything }),
    replies: { 200: orderOf2 }
  }),
  cancel: operation({
    id: "buyerOrder.cancel",
    summary: "Cancel an open order that was loaded or typed here",
    method: "POST",
    path: "/api/buyerData/orders/cancel/{id}",
    access: "admin",
    params: idParams,
    replies: { 200: orderOf2 }
  })
};
var receipt = z6.object({
  _id: z6.string(),
  vendorCode: z6.number(),
  vendorName: z6.string(),
  poNumber: z6.string(),
  itemName: z6.string().nullable(),
  EANCode: z6.string().nullable(),
  itemCode: z6.string().nullable(),
  receiptNumber: z6.string(),
  receivedOn: z6.string(),
  quantity: z6.number()
});
var receiptFilters = listQuery({ userID: ownerChoice, poNumber: textFilter }, ["receivedOn", "quantity", "poNumber"]);
var buyerReceipts = {
  list: operation({
    id: "buyerReceipt.list",
    summary: "Goods receipts, newest first",
    method: "GET",
    path: "/api/buyerData/receipts",
    access: "admin",
    query: receiptFilters,
    replies: { 200: z6.array(receipt), 201: z6.array(receipt) }
  }),
  ...buyerSheet({ id: "buyerReceipt", rows: "goods receipts", path: "receipts", filters: receiptFilters })
};
var buyerReturns = buyerSheet({ id: "buyerReturn", rows: "purchase returns", path: "returns", filters: byVendor });
var buyerPayments = buyerSheet({ id: "buyerPayment", rows: "payments", path: "payments", filters: byVendor });

// server/src/buyer-system/check.ts
import * as z7 from "zod";
var text2 = (most) => z7.string("should be text").trim().min(1, "is empty").max(most, `is longer than ${most} characters`);
var optional = (most) => z7.string("should be text").max(most, `is longer than ${most} characters`).nullable();
var day2 = z7.string("should be a date").refine(isIsoDate, "should be a date such as 2026-11-21");
function decimal2(digits2, places, words2) {
  const fraction = places === null ? String.raw`(\.\d{1,17})?` : String.raw`(\.\d{1,${places}}0*)?`;
  return z7.string(words2).regex(new RegExp(String.raw`^\d{1,${digits2}}${fraction}$`), words2);
}
var quantity = decimal2(9, null, "should be a quantity of 0 or more");
var price = decimal2(10, null, "should be a price of 0 or more");
var money2 = decimal2(12, 2, "should be an amount of 0 or more with at most two decimals");
var rate = decimal2(3, null, "should be a rate of 0 or more").nullable();
var isPositive = (value) => /[1-9]/.test(value);
var line = z7.object({
  externalId: optional(200),
  itemCode: text2(100),
  itemName: text2(500),
  ean: optional(50),
  secondEan: optional(50),
  hsnCode: optional(50),
  skuCode: optional(100),
  uom: optional(50),
  quantity: quantity.refine(isPositive, "should be above 0"),
  caseQuantity: quantity.refine(isPositive, "should be above 0").nullable(),
  receivedQuantity: quantity.nullable(),
  mrp: money2.nullable(),
  unitPrice: price,
  discountRate: decimal2(3, null, "should be a rate of 0 or more"),
  discount: money2,
  taxable: money2,
  cgstRate: rate,
  sgstRate: rate,
  igstRate: rate,
  cessRate: rate,
  cgst: money2,
  sgst: money2,
  igst: money2,
  cess: money2,
  total: money2
});
var pulled = { externalId: text2(300), version: text2(200), raw: z7.unknown() };
var schemas = {
  suppliers: z7.object({
    externalId: text2(300),
    name: text2(500),
    email: optional(300),
    gstin: optional(50)
  }),
  items: z7.object({
    itemCode: text2(100),
    ean: text2(50),
    name: text2(500),
    brandName: optional(200),
    category: optional(200),
    hsnCode: optional(50),
    skuCode: optional(100),
    uom: optional(50),
    uomDescription: optional(200),
    uomConversion: quantity.refine(isPositive, "should be above 0"),
    mrp: money2.nullable()
  }),
  orders: z7.object({
    ...pulled,
    supplier: text2(300),
    number: text2(100),
    orderedOn: day2,
    deliverBy: day2.nullable(),
    status: z7.enum(["Open", "Closed", "Cancelled"], "should be Open, Closed or Cancelled"),
    acknowledgedOn: day2.nullable(),
    acknowledgementReference: optional(200),
    paid: money2,
    deliveryLocation: optional(1e3),
    vendorAddress: optional(1e3),
    lines: z7.array(line, "should be a list").min(1, "has no lines").max(LOADED_LINES_MAX, `has more than ${LOADED_LINES_MAX} lines`)
  }),
  returns: z7.object({
    ...pulled,
    supplier: text2(300),
    poNumber: optional(100),
    poDate: day2.nullable(),
    invoiceNumber: optional(100),
    invoiceDate: day2.nullable(),
    itemName: text2(500),
    receivedQuantity: quantity,
    returnedQuantity: quantity.refine(isPositive, "should be above 0"),
    remarks: optional(2e3),
    cancelled: z7.boolean().optional()
  }),
  payments: z7.object({
    ...pulled,
    supplier: text2(300),
    paidOn: day2,
    mode: z7.string("should be text").max(200, "is longer than 200 characters"),
    amount: money2.refine(isPositive, "should be above 0"),
    remarks: optional(2e3),
    invoiceNumber: optional(64),
    cancelled: z7.boolean().optional(),
    whole: z7.object({ id: text2(300), parts: z7.array(text2(300)) }).optional()
  })
};
var NAMES = {
  suppliers: { what: "Supplier", id: "externalId", name: "name" },
  items: { what: "Item", id: "itemCode", name: "itemCode" },
  orders: { what: "Order", id: "externalId", name: "number" },
  returns: { what: "Return", id: "externalId", name: "externalId" },
  payments: { what: "Payment", id: "externalId", name: "externalId" }
};
var NAMED_MAX = 100;
function nameOf2(kind, record5) {
  const { what, id, name } = NAMES[kind];
  const fields = typeof record5 === "object" && record5 !== null ? record5 : {};
  const found = [fields[name], fields[id]].find((each) => typeof each === "string" && each !== "");
  return typeof found === "string" ? `${what} ${found.slice(0, NAMED_MAX)}` : `${what} without a name`;
}
function idOf2(kind, record5) {
  const found = record5?.[NAMES[kind].id];
  return typeof found === "string" && found !== "" ? found.slice(0, 300) : `? ${JSON.stringify(found ?? null).slice(0, 200)}`;
}
function checkRecord(kind, record5) {
  const checked2 = schemas[kind].safeParse(record5);
  if (checked2.success) return { value: checked2.data };
  const [issue] = checked2.error.issues;
  const [first, place, ...rest] = issue?.path ?? [];
  const where = first === "lines" && typeof place === "number" ? `line ${place + 1}, ${rest.join(".") || "all of it"}` : String(first ?? "record");
  const given3 = issue?.path.reduce((value, key) => value?.[key], record5);
  const shown2 = given3 === void 0 ? "nothing" : JSON.stringify(given3).slice(0, NAMED_MAX);
  return { problem: `${nameOf2(kind, record5)}: ${where} ${issue?.message ?? "is not right"}, but the buyer's system sent ${shown2}.` };
}

// contract/src/catalogue.ts
import * as z8 from "zod";

// contract/src/pricing.ts
var PAISA = 2;
var HUNDREDTH = new Decimal("0.01");
var PERCENTAGE_PLACES = 12;
function priceFrom(mrp2, percentage3) {
  const margin2 = mrp2.times(percentage3).times(HUNDREDTH).toDecimalPlaces(PAISA, Decimal.ROUND_HALF_UP);
  return { margin: margin2, transferPrice: mrp2.minus(margin2) };
}
function percentageFor(mrp2, margin2) {
  if (mrp2.isZero()) return new Decimal(0);
  const exact3 = margin2.div(mrp2).times(100);
  for (let places = PAISA; places < PERCENTAGE_PLACES; places += 1) {
    const percentage3 = exact3.toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
    if (priceFrom(mrp2, percentage3).margin.eq(margin2)) return percentage3;
  }
  return exact3.toDecimalPlaces(PERCENTAGE_PLACES, Decimal.ROUND_HALF_UP);
}
function priceOf(given3) {
  const { mrp: mrp2, margin: margin2, transferPrice: transferPrice2 } = given3;
  const errors = {};
  const known = margin2 ?? (transferPrice2 === null ? null : mrp2.minus(transferPrice2));
  if (given3.percentage === null && known === null) return { errors: { percentage: "Percentage, Margin or Transfer Price is required." } };
  if (margin2?.gt(mrp2)) errors.margin = "Margin should be at most the MRP.";
  if (transferPrice2?.gt(mrp2)) errors.transferPrice = "Transfer Price should be at most the MRP.";
  const percentage3 = given3.percentage ?? percentageFor(mrp2, known ?? new Decimal(0));
  const right = priceFrom(mrp2, percentage3);
  if (disagree(margin2, right.margin)) errors.margin ??= `Margin should be ${right.margin.toFixed(PAISA)}: MRP x percentage / 100.`;
  if (disagree(transferPrice2, right.transferPrice)) {
    errors.transferPrice ??= `Transfer Price should be ${right.transferPrice.toFixed(PAISA)}: MRP minus margin.`;
  }
  return Object.keys(errors).length > 0 ? { errors } : { price: { mrp: mrp2, percentage: percentage3, ...right } };
}
function disagree(given3, right) {
  return given3 !== null && !given3.eq(right) && given3.minus(right).abs().gt(HUNDREDTH);
}

// contract/src/catalogue.ts
var messages4 = {
  noMatch: "No Match Found.",
  noExactMatch: "No Exact Match Found.",
  lookupFailed: "Could not respond. Try again latter",
  saved: "Product Updated Successfully",
  notOffered: "This scheme is not offered for this product.",
  approved: "Product approved successfully",
  disapproved: "Product disapproved successfully",
  approvalFailed: "Something went wrong, please try later."
};
var PERCENTAGE = { places: 17, least: 0, most: 100 };
var SHELF_LIFE = { ...WHOLE, most: 99999 };
var productFields = z8.object({
  EANCode: patternText(/^\d{1,14}$/, { invalid: messages4.noMatch }),
  shelfLifeDays: requiredNumber(SHELF_LIFE, { required: "Self Life is required.", invalid: "Invalid Self Life. It should be number." }),
  quantity: requiredNumber(QUANTITY, { required: "Quantity is required.", invalid: "Invalid Quantity. It should be number." }),
  dateOfAvailability: optionalDate,
  MRP: requiredNumber(MONEY, { required: "MRP is required.", invalid: "Invalid MRP. It should be number." }),
  transferPrice: requiredNumber(MONEY, {
    required: "Transfer Price is required.",
    invalid: "Invalid Transfer Price. It should be number."
  }),
  percentage: requiredNumber(PERCENTAGE, {
    required: "Percentage is required.",
    invalid: "Invalid percentage. It should be number."
  }).transform((percentage3) => percentage3.toDecimalPlaces(PERCENTAGE_PLACES)),
  margin: requiredNumber(MONEY, { required: "margin is required.", invalid: "Invalid margin. It should be number." }),
  scheme: optionalText(30),
  remarks: optionalText(1e3)
});
var productBody = z8.preprocess(
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value) || "percentage" in value) return value;
    const given3 = { ...value };
    const [mrp2, margin2] = [parseDecimal(given3["MRP"]), parseDecimal(given3["margin"])];
    given3["percentage"] = mrp2 === null || margin2 === null || isBlank(given3["margin"]) ? 0 : percentageFor(mrp2, margin2);
    return given3;
  },
  productFields.extend({ userID: ownerChoice })
);
var product = z8.object({
  _id: z8.string(),
  userID: z8.string(),
  EANCode: z8.string(),
  HSNCode: z8.string().nullable(),
  brandName: z8.string().nullable(),
  productCategory: z8.string().nullable(),
  productName: z8.string(),
  SKUCode: z8.string().nullable(),
  UOM: z8.string().nullable(),
  uomConversion: z8.number(),
  quantity: z8.number(),
  shelfLifeDays: z8.number(),
  dateOfAvailability: z8.string().nullable(),
  MRP: z8.number(),
  percentage: z8.number(),
  margin: z8.number(),
  netPTR: z8.number(),
  transferPrice: z8.number(),
  priceApproval: z8.boolean(),
  scheme: z8.object({ _id: z8.string(), schemeName: z8.string() }).nullable(),
  remarks: z8.string().nullable(),
  createdAt: z8.string(),
  updatedAt: z8.string()
});
var item = z8.object({
  item_name: z8.string(),
  item_code: z8.string(),
  categoryName: z8.string().nullable(),
  itemUomCode: z8.string().nullable(),
  itemUomDescription: z8.string().nullable(),
  item_mrp: z8.number().nullable(),
  brandName: z8.string().nullable(),
  HSNCode: z8.string().nullable(),
  EANCode: z8.string(),
  SKUCode: z8.string().nullable(),
  uomConversion: z8.number()
});
var listedBy = listQuery(
  {
    productName: textFilter,
    EANCode: textFilter,
    SKUCode: textFilter,
    startDate: dateFilter,
    endDate: dateFilter,
    userID: ownerChoice,
    /** `false`: prices that wait for approval. */
    priceApproval: z8.enum(["true", "false"], "Must be true or false.").optional()
  },
  ["EANCode", "dateOfAvailability", "margin", "netPTR", "createdAt", "MRP", "productName"]
);
var catalogue = {
  list: operation({
    id: "product.list",
    summary: "Products, newest first",
    method: "GET",
    path: "/api/product/get",
    access: "active",
    query: listedBy,
    replies: { 200: z8.array(product), 201: z8.array(product) }
  }),
  lookUp: operation({
    id: "product.byEan",
    summary: "The buyer's items whose EAN starts with the text, at most 20",
    method: "GET",
    path: "/api/product/getProductByEANCode/{ean}",
    access: "active",
    params: z8.object({ ean: z8.string() }),
    replies: { 200: z8.array(item), 201: z8.array(item) }
  }),
  save: operation({
    id: "product.save",
    summary: "Add a product, or update the one with this EAN",
    method: "POST",
    path: "/api/product/create",
    access: "active",
    body: productBody,
    idempotent: true,
    replies: { 200: z8.object({ message: z8.string(), data: product }) }
  }),
  approve: operation({
    id: "product.changeStatusPriceApproval",
    summary: "Approve or disapprove the prices of a selection",
    method: "PUT",
    path: "/api/product/changeStatusPriceApproval",
    access: "admin",
    body: z8.object({
      productIdList: z8.array(z8.string().max(30)).min(1, "Select at least one product.").max(1e3, "At most 1000 products at once."),
      priceApproval: z8.boolean("Must be true or false.")
    }),
    replies: { 200: message }
  }),
  ...sheetCalls({ id: "product", rows: "products", path: "/api/product", filters: listedBy })
};

// server/src/buyer-system/items.ts
import sql15 from "sql-template-tag";

// server/src/database/list.ts
import sql14, { empty as empty3 } from "sql-template-tag";

// server/src/http/reply.ts
var WireJson = class {
  text;
  constructor(text3) {
    this.text = text3;
  }
};
var Workbook = class {
  name;
  content;
  constructor(name, content) {
    this.name = name;
    this.content = content;
  }
};
var Pdf = class {
  name;
  content;
  constructor(name, content) {
    this.name = name;
    this.content = content;
  }
};
function ok(body) {
  return { status: 200, body };
}
function no(body) {
  return { status: 201, body };
}

// server/src/database/listPieces.ts
import sql12, { empty, join, raw, Sql } from "sql-template-tag";
var given = (all = []) => all.filter((one2) => one2 !== null && one2 !== void 0);
function piece(call, pick) {
  const now = pick(call.spec);
  if (now === null || now === void 0) return empty;
  return new Sql(
    now.strings,
    now.values.map(
      (_, place) => ({ spec }) => pick(spec)?.values[place]
    )
  );
}
var pieces = (call, pick) => given(pick(call.spec)).map((_, place) => piece(call, (spec) => given(pick(spec))[place]));
function figure(call, pick) {
  const slot = ({ spec }) => pick(spec.page);
  if (isFew(call.spec)) return raw(String(pick(call.spec.page)));
  return given(call.spec.where).length > 0 ? sql12`${slot}::bigint` : sql12`(select ${slot}::bigint)`;
}
function mostOf({ limit }) {
  return limit <= FEW ? limit : limit <= PAGE_SIZE_MAX ? PAGE_SIZE_MAX : UNPAGED_MAX;
}
var FEW = 10;
function isFew({ page, where }) {
  return page.offset === 0 && page.limit <= FEW && given(where).length === 0;
}
function sortOf({ page, sorts: sorts2, during, key }) {
  const sort = page.sortBy === void 0 ? during !== void 0 && given(during.conditions).length > 0 ? during.column : void 0 : sorts2[page.sortBy];
  if (sort === void 0 || sort instanceof Sql && isSame(sort, key)) return void 0;
  return sort instanceof Sql ? { by: sort, isNullable: false } : { by: sort.absentLast, isNullable: true };
}
var isSame = (one2, other) => one2.strings.join("?") === other.strings.join("?");
var directionOf = ({ page }) => raw(page.descending ? "desc" : "asc");
function orderBy(spec) {
  const direction = directionOf(spec);
  const sort = sortOf(spec);
  if (sort === void 0) return sql12`${spec.key} ${direction}`;
  return sql12`${sort.by} ${direction} ${sort.isNullable ? raw("nulls last") : empty}, ${spec.key} ${direction}`;
}
function orderOf3(call) {
  return piece(call, orderBy);
}
function conditions(all) {
  const some = given(all);
  return some.length === 0 ? empty : sql12`where ${join(some, " and ")}`;
}
function allConditions(spec) {
  const search = spec.found ? [spec.found] : spec.search ?? [];
  return given([...spec.scope ?? [], spec.state, ...spec.where ?? [], ...search, ...spec.during?.conditions ?? []]);
}
function keptList(call) {
  return raw(`'${call.spec.kept?.list}'`);
}
function ownRows(call) {
  const owner = ({ spec }) => spec.kept?.owner ?? 0;
  return sql12`list = ${keptList(call)} and owner_id = ${owner}::bigint`;
}
function uncountedOf(call) {
  return conditions([...pieces(call, (one2) => one2.scope), piece(call, (one2) => one2.kept?.uncounted)]);
}
function isTotalKept({ kept, during, state: state2, where }) {
  return kept !== void 0 && given(where).length === 0 && !(given(during?.conditions).length > 0 && state2);
}
function totalOf(call) {
  const { spec } = call;
  const { kept, during } = spec;
  const isWithin = given(during?.conditions).length > 0;
  if (kept === void 0 || !isTotalKept(spec)) {
    return sql12`select count(*) from ${spec.from} ${conditions(pieces(call, allConditions))}`;
  }
  const first = (now) => now.spec.during?.first;
  const last = (now) => now.spec.during?.last;
  const from2 = during?.first === void 0 ? sql12`and day > '-infinity'` : sql12`and day >= ${first}::date`;
  const days = sql12`${from2} ${during?.last === void 0 ? empty : sql12`and day <= ${last}::date`}`;
  const ofDays = isWithin ? days : sql12`and day = '-infinity'`;
  const folded = sql12`select coalesce(sum(row_count), 0) from row_counts where ${ownRows(call)} ${ofDays}`;
  if (kept.uncounted !== void 0) return sql12`(${folded}) + (select row_count from uncounted)`;
  if (kept.owner !== null) return folded;
  return sql12`(${folded}) + (select coalesce(sum(row_count), 0) from row_deltas where list = ${keptList(call)} ${isWithin ? days : empty})`;
}
function versionOf2(call) {
  const folded = sql12`(select coalesce(sum(changes), 0) from row_counts where ${ownRows(call)} and day = '-infinity')`;
  if (call.spec.kept?.owner !== null) return folded;
  return sql12`(${folded} + (select count(*) from row_deltas where list = ${keptList(call)}))`;
}

// server/src/database/listStatement.ts
import sql13, { empty as empty2, join as join2, raw as raw2 } from "sql-template-tag";

// server/src/database/ownTexts.ts
var FOUND = { searches: 8, matches: 1e3 };
var OWN_MAX = 2e4;
var CHARACTERS_MAX = 24e6;
var BETWEEN = "\0";
var memories = /* @__PURE__ */ new WeakMap();
function memoryOf(db) {
  const memory = memories.get(db) ?? { texts: /* @__PURE__ */ new Map(), characters: 0, seen: /* @__PURE__ */ new Map() };
  memories.set(db, memory);
  return memory;
}
function ownTexts(db, whose) {
  const { texts: texts2 } = memoryOf(db);
  const own = texts2.get(whose);
  if (own === void 0) return void 0;
  texts2.delete(whose);
  texts2.set(whose, own);
  return own;
}
function forget(db, whose) {
  const memory = memoryOf(db);
  memory.characters -= charactersOf(memory.texts.get(whose));
  memory.texts.delete(whose);
}
function isSeen(db, whose, version) {
  const { seen } = memoryOf(db);
  const isKnown = seen.get(whose) === version;
  seen.delete(whose);
  seen.set(whose, version);
  const [oldest] = seen.keys();
  if (seen.size > 1e3 && oldest !== void 0) seen.delete(oldest);
  return isKnown;
}
function keepTexts(db, whose, { version, ids, columns: columns9 }) {
  forget(db, whose);
  const memory = memoryOf(db);
  const own = { version, ids, columns: columns9.map(columnOf), found: /* @__PURE__ */ new Map() };
  memory.texts.set(whose, own);
  memory.characters += charactersOf(own);
  for (const oldest of memory.texts.keys()) {
    if (memory.characters <= CHARACTERS_MAX) break;
    forget(db, oldest);
  }
}
function charactersOf(own) {
  return own === void 0 ? 0 : own.columns.reduce((sum3, { text: text3 }) => sum3 + text3.length, 0);
}
function columnOf(texts2) {
  const starts = new Int32Array(texts2.length + 1);
  let end2 = 0;
  for (const [row, text4] of texts2.entries()) {
    end2 += (text4 ?? "").length + BETWEEN.length;
    starts[row + 1] = end2;
  }
  const text3 = texts2.map((each) => (each ?? "") + BETWEEN).join("");
  const counts = new Uint32Array(128);
  for (let place = 0; place < text3.length; place += 1) {
    const code2 = text3.charCodeAt(place);
    if (code2 < counts.length) counts[code2] = (counts[code2] ?? 0) + 1;
  }
  return { text: text3, starts, counts };
}
function matchesOf(own, wanted2) {
  const key = JSON.stringify(wanted2);
  const matches = own.found.get(key) ?? lookThrough(own, wanted2);
  own.found.delete(key);
  if (matches.length <= FOUND.matches) own.found.set(key, matches);
  const [oldest] = own.found.keys();
  if (own.found.size > FOUND.searches && oldest !== void 0) own.found.delete(oldest);
  return matches;
}
function lookThrough({ ids, columns: columns9 }, wanted2) {
  let rows;
  for (const [place, text3] of wanted2.entries()) {
    const column2 = columns9[place];
    if (text3 === void 0 || column2 === void 0) continue;
    rows = rows === void 0 ? rowsWith(column2, text3) : rows.filter((row) => textOf2(column2, row).includes(text3));
  }
  return (rows ?? [...ids.keys()]).map((row) => ids[row]);
}
function textOf2({ text: text3, starts }, row) {
  return text3.slice(starts[row], (starts[row + 1] ?? 0) - BETWEEN.length);
}
function rowsWith({ text: text3, starts, counts }, wanted2) {
  const countAt = (place) => counts[wanted2.charCodeAt(place)] ?? 0;
  let before = 0;
  for (let place = 1; place < wanted2.length; place += 1) if (countAt(place) < countAt(before)) before = place;
  const rest = wanted2.slice(before);
  const rows = [];
  let row = 0;
  let at = text3.indexOf(rest, before);
  while (at >= 0) {
    const isWhole = before === 0 || text3.startsWith(wanted2, at - before);
    if (isWhole) {
      while ((starts[row + 1] ?? Infinity) <= at) row += 1;
      rows.push(row);
    }
    at = text3.indexOf(rest, isWhole ? (starts[row + 1] ?? 0) + before : at + 1);
  }
  return rows;
}
function smallLetters(text3) {
  const small = text3.toLowerCase();
  const isPlain = small === text3.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) && !text3.includes(BETWEEN);
  return isPlain ? small : void 0;
}

// server/src/database/listStatement.ts
var statements = /* @__PURE__ */ new WeakMap();
function statementOf(spec, known) {
  const call = { spec, known };
  const ofList = statements.get(spec.select) ?? /* @__PURE__ */ new Map();
  const shape = shapeOf(call);
  let statement2 = ofList.get(shape);
  if (statement2 === void 0) {
    const { text: text3, values } = build(call);
    statement2 = { text: text3, slots: values };
    statements.set(spec.select, ofList.set(shape, statement2));
  }
  return { text: statement2.text, values: statement2.slots.map((slot) => slot(call)) };
}
function shapeOf({ spec, known }) {
  const { page, kept, during, scope = [], where = [], search = [] } = spec;
  const texts2 = (all) => all.map((one2) => one2?.strings.join("?") ?? "").join("&");
  return [
    page.sortBy,
    page.descending,
    isFew(spec),
    mostOf(page),
    page.offset >= DEEP,
    wayOf(spec),
    known === void 0,
    known?.ids === void 0,
    kept?.list,
    kept?.owner === null,
    texts2([kept?.uncounted]),
    texts2(scope),
    texts2([spec.state]),
    texts2(where),
    texts2([...search, spec.found]),
    during === void 0 ? "" : texts2(during.conditions),
    texts2([spec.from, spec.join, sortOf(spec)?.by])
  ].join("|");
}
var DEEP = 1e3;
var MERGED_MAX = 1e3;
var BOUNDING = 16;
function wayOf(spec) {
  const { page, kept } = spec;
  if (given(spec.search).length > 0) return "found";
  if (kept?.owner !== null || given(spec.where).length > 0) return "plain";
  const isFiltered = spec.during !== void 0 && given(spec.during.conditions).length > 0;
  if (isFiltered) return "plain";
  const sort = sortOf(spec);
  if (sort === void 0) return page.offset >= DEEP && !spec.state ? "blocks" : "plain";
  if (spec.during !== void 0 && isSame(sort.by, spec.during.column)) return "plain";
  return spec.owner !== void 0 && page.offset + page.limit <= MERGED_MAX ? "merged" : "plain";
}
function build(call) {
  const { spec } = call;
  const select = piece(call, ({ select: columns9 }) => columns9);
  const scope = conditions(pieces(call, (one2) => one2.scope));
  const { days } = spec;
  const limits2 = days ? sql13`(select ${days.first} from ${spec.from} ${scope})::text as "dateMin", (select ${days.last} from ${spec.from} ${scope})::text as "dateMax",` : empty2;
  const isFound = wayOf(spec) === "found";
  const isDirect = isReadDirectly(call);
  const { page, total } = isDirect ? { page: empty2, total: isFound ? countedIfMore(call) : totalOf(call) } : isFound ? searched(call) : { page: pageOf(call), total: totalOf(call) };
  const version = given(spec.search).length > 0 && spec.kept !== void 0 ? sql13`${versionOf2(call)}::text as version,` : empty2;
  const isKept = spec.kept?.uncounted !== void 0 && isTotalKept(spec);
  const uncounted = isKept ? sql13`uncounted as materialized (select count(*) as row_count from ${spec.from} ${uncountedOf(call)})` : empty2;
  const apart = [uncounted, page].filter((each) => each !== empty2);
  const [rows, order] = isDirect ? [directly(call), orderOf3(call)] : [sql13`(select * from page limit ${raw2(String(mostOf(spec.page)))}) page join ${spec.from} on ${spec.key} = page_key`, sql13`page_place`];
  const line2 = spec.bare ? select : sql13`(select row_to_json(wire) from (select ${select}) wire)`;
  return sql13`
    ${apart.length > 0 ? sql13`with ${join2(apart)}` : empty2}
    select ${limits2} ${version} ${spec.waiting ? sql13`${spec.waiting} as waiting,` : empty2} ${isKept ? sql13`(select row_count from uncounted)::int as uncounted,` : empty2} (${total})::int as total, rows.count, rows.body
    from (
      select count(*)::int as count, coalesce(json_agg(${line2} order by ${order}), '[]')::text as body
      from ${rows} ${piece(call, (one2) => one2.join)}
    ) rows`;
}
function isReadDirectly({ spec, known }) {
  if (known !== void 0 || !isFew(spec) || isTwofold(spec) || !/^\w+$/.test(spec.from.text)) return false;
  return wayOf(spec) === (spec.kept === void 0 ? "found" : "plain");
}
function directly(call) {
  const { from: from2 } = call.spec;
  const all = conditions(pieces(call, allConditions));
  return sql13`(select * from ${from2} ${all} order by ${orderOf3(call)} limit ${figure(call, (page) => page.limit)}) ${from2}`;
}
function countedIfMore(call) {
  const { spec } = call;
  const all = conditions(pieces(call, allConditions));
  return sql13`case when rows.count < ${figure(call, (page) => page.limit)} then rows.count else (select count(*) from ${spec.from} ${all}) end`;
}
function textsOf(spec) {
  const call = { spec, known: void 0 };
  const { text: text3, values } = sql13`
    select ${versionOf2(call)}::text as version, ids, columns
    from (
      select json_agg(${spec.key}::text order by ${spec.key} desc) as ids,
        json_build_array(${join2((spec.texts ?? []).map(({ column: column2 }) => sql13`json_agg(${column2} order by ${spec.key} desc)`))}) as columns
      from ${spec.from} ${conditions([...given(spec.scope), spec.state, sql13`(${totalOf(call)}) <= ${raw2(String(OWN_MAX))}`])}) own`;
  return { text: text3, values: values.map((value) => typeof value === "function" ? value(call) : value) };
}
function pageOf(call) {
  const { spec } = call;
  const way = wayOf(spec);
  if (way === "blocks") return blocks(call, pieces(call, allConditions));
  const range = sql13`limit ${figure(call, (page) => page.limit)} offset ${figure(call, (page) => page.offset)}`;
  if (way === "merged") return merged(call, range);
  const all = [...pieces(call, allConditions), ...notBeyond(call)];
  if (isTwofold(spec)) {
    return sql13`page as (
      select page_key, row_number() over () as page_place from (${absentAfter(call, all, empty2)} ${range}) ordered)`;
  }
  const order = orderOf3(call);
  return sql13`page as (
    select ${spec.key} as page_key, row_number() over (order by ${order}) as page_place from ${spec.from} ${conditions(all)} order by ${order} ${range})`;
}
function notBeyond(call) {
  const { page, kept, where } = call.spec;
  if (page.offset < DEEP || kept === void 0 || given(where).length > 0) return [];
  return [sql13`${figure(call, ({ offset }) => offset)} < (${totalOf(call)})`];
}
function isTwofold(spec) {
  return sortOf(spec)?.isNullable === true && spec.page.descending;
}
function absentAfter(call, where, also) {
  const { spec } = call;
  const by = piece(call, (one2) => sortOf(one2)?.by);
  const most = figure(call, (page) => page.offset + page.limit);
  const has = conditions([...where, sql13`${by} is not null`]);
  const lacks = conditions([...where, sql13`${by} is null`]);
  const direction = directionOf(spec);
  const order = sql13`order by ${by} ${direction}, ${spec.key} ${direction} limit ${most}`;
  return sql13`
    (select ${spec.key} as page_key ${also} from ${spec.from} ${has} ${order})
    union all (select ${spec.key} ${also} from ${spec.from} ${lacks} ${order})`;
}
function merged(call, range) {
  const { spec } = call;
  const by = piece(call, (one2) => sortOf(one2)?.by);
  const isNullable = sortOf(spec)?.isNullable === true;
  const direction = directionOf(spec);
  const own = [...pieces(call, (one2) => one2.scope), ...pieces(call, (one2) => [one2.state]), sql13`${spec.owner} = each_owner.id`];
  const has = sql13`exists (select from row_counts where list = ${keptList(call)} and owner_id = each_owner.id and day = '-infinity')`;
  const order = sql13`page_by ${direction} ${isNullable ? raw2("nulls last") : empty2}, page_key ${direction}`;
  const most = figure(call, (page) => page.offset + page.limit);
  const firstOf2 = (where) => sql13`
    select ${spec.key} as page_key, ${by} as page_by from ${spec.from} ${conditions(where)}
    order by ${by} ${direction}, ${spec.key} ${direction} limit ${most}`;
  const first = isTwofold(spec) ? sql13`${absentAfter(call, own, sql13`, ${by} as page_by`)} limit ${most}` : firstOf2(own);
  const isWithin = sql13`(${by}, ${spec.key}) ${raw2(spec.page.descending ? ">=" : "<=")} ((select page_by from bound), (select page_key from bound))`;
  return sql13`
    bound as materialized (
      select page_by, page_key
      from (select id from users each_owner where ${has} limit ${raw2(String(BOUNDING))}) each_owner cross join lateral (${first}) firsts
      order by ${order} limit 1 offset ${figure(call, (page) => page.offset + page.limit - 1)}),
    page as (
      select page_key, row_number() over (order by ${order}) as page_place
      from (
        select firsts.* from users each_owner cross join lateral (${firstOf2([...own, isWithin])}) firsts
        union all select firsts.* from users each_owner cross join lateral (${first}) firsts
        where ${has} and (select page_by from bound) is null) each
      order by ${order} ${range})`;
}
function blocks(call, where) {
  const { spec } = call;
  const direction = directionOf(spec);
  const list10 = keptList(call);
  const offset = sql13`(select ${figure(call, (page) => page.offset)})`;
  const limit = spec.page.limit <= FEW ? raw2(String(spec.page.limit)) : figure(call, (page) => page.limit);
  const left = sql13`(select row_count from remaining)`;
  const edge = spec.page.descending ? sql13`${spec.key} < (block + 1) * 1024` : sql13`${spec.key} >= block * 1024`;
  return sql13`
    remaining as materialized (select greatest((${totalOf(call)})::bigint - ${offset}, 0) as row_count),
    counted as (
      select block, sum(row_count) as row_count
      from (
        select block, row_count from row_blocks where list = ${list10} union all select block, row_count from row_deltas where list = ${list10}
        ${spec.kept?.uncounted === void 0 ? empty2 : sql13`union all select ${spec.key} / 1024, 1 from ${spec.from} ${uncountedOf(call)}`}) each
      group by block),
    start as (
      select block, upto - row_count as before_it
      from (select block, row_count, sum(row_count) over (order by block ${direction}) as upto from counted) placed
      where upto > ${offset} and ${left} >= ${raw2(String(DEEP))} order by block ${direction} limit 1),
    page as (
      select page_key, row_number() over (order by page_key ${direction}) as page_place
      from (
        select page_key from start cross join lateral (
          select ${spec.key} as page_key from ${spec.from} ${conditions([...where, edge])}
          order by ${spec.key} ${direction} limit ${limit} offset ${offset} - before_it) far
        union all (
          select ${spec.key} from ${spec.from} ${conditions([...where, sql13`${left} < ${raw2(String(DEEP))}`])}
          order by ${spec.key} ${raw2(spec.page.descending ? "asc" : "desc")} limit ${left})) each
      order by page_key ${direction} limit ${limit})`;
}
var RECENT = 2e4;
function searched(call) {
  const { spec, known } = call;
  const all = pieces(call, allConditions);
  const where = conditions(all);
  const range = sql13`limit ${figure(call, (page) => page.limit)} offset ${figure(call, (page) => page.offset)}`;
  const sort = sortOf(spec);
  const counted2 = (now) => now.known?.total;
  const version = (now) => now.known?.version;
  if (known?.ids !== void 0) {
    const ids = (now) => now.known?.ids;
    return {
      page: sql13`
        page as (
          -- Selected, so that all pages have one plan.
          select page_key, page_place from unnest((select ${ids}::bigint[])) with ordinality as known (page_key, page_place)
          where ${versionOf2(call)} = ${version}::bigint)`,
      total: sql13`select ${counted2}::bigint`
    };
  }
  if (known === void 0) {
    const by = sort === void 0 ? empty2 : sql13`, ${piece(call, (one2) => sortOf(one2)?.by)} as found_by`;
    const direction = directionOf(spec);
    const order2 = sql13`${sort === void 0 ? empty2 : sql13`found_by ${direction} nulls last,`} page_key ${direction}`;
    const page = sql13`
      found as materialized (select ${spec.key} as page_key ${by} from ${spec.from} ${where}),
      page as (select page_key, row_number() over (order by ${order2}) as page_place from found order by ${order2} ${range})`;
    return { page, total: sql13`select count(*) from found` };
  }
  const order = orderOf3(call);
  const most = figure(call, (page) => page.offset + page.limit);
  const newest = sql13`(select * from ${spec.from} ${conditions(pieces(call, (one2) => one2.scope))} order by ${order} limit ${raw2(String(RECENT))}) ${spec.from}`;
  const isShort = sql13`(select count(*) from recent) < ${most}`;
  return {
    page: sql13`
      recent as materialized (
        select ${spec.key} as page_key from ${newest} ${conditions(pieces(call, (one2) => one2.search))} order by ${order} limit ${most}),
      rest as materialized (select ${spec.key} as page_key from ${spec.from} ${conditions([...all, isShort])}),
      page as (
        select page_key, row_number() over (order by page_key ${directionOf(spec)}) as page_place
        from (select page_key from recent where not ${isShort} union all select page_key from rest) each
        order by page_key ${directionOf(spec)} ${range})`,
    total: sql13`case when ${versionOf2(call)} = ${version}::bigint then ${counted2}::bigint else (select count(*) from ${spec.from} ${where}) end`
  };
}
function isReadInOrder(spec) {
  const { kept, during, page, state: state2 } = spec;
  return kept !== void 0 && !state2 && page.sortBy === void 0 && given(during?.conditions).length === 0 && given(spec.where).length === 0;
}

// server/src/database/list.ts
var PAGE_SIZE = 7;
function pageOf2(query2, usual = PAGE_SIZE) {
  const unpaged = query2.page === void 0 && query2.pageSize === void 0;
  const size = unpaged ? UNPAGED_MAX : query2.pageSize ?? usual;
  const number18 = query2.page ?? 1;
  return {
    limit: size,
    offset: (number18 - 1) * size,
    number: unpaged ? null : number18,
    sortBy: query2.sortBy,
    descending: query2.sortOrder === void 0 ? query2.sortBy === void 0 : query2.sortOrder === "desc"
  };
}
var MANY = { compared: 300, found: 5e3 };
var REMEMBERED_MAX2 = 1e3;
var remembered = /* @__PURE__ */ new WeakMap();
async function findInMemory(db, spec, whose, small) {
  const own = ownTexts(db, whose);
  if (own === void 0) return void 0;
  const { limit, offset, descending } = spec.page;
  const newest = matchesOf(own, small);
  const all = descending ? newest : newest.toReversed();
  const known = { version: own.version, total: all.length, ids: all.slice(offset, offset + limit) };
  const found = await db.first(statementOf(spec, known));
  if (found?.version === own.version) return found;
  forget(db, whose);
  return void 0;
}
async function findOwn(db, spec) {
  const small = spec.texts?.map(({ text: text3 }) => text3 ? smallLetters(text3) : void 0) ?? [];
  const isPlain = spec.texts?.every(({ text: text3 }, place) => !text3 || small[place] !== void 0) ?? false;
  if (!isPlain || spec.kept?.owner === null) return findAgain(db, spec);
  const whose = `${spec.kept?.list} ${spec.kept?.owner}`;
  const kept = await findInMemory(db, spec, whose, small);
  if (kept !== void 0) return kept;
  const found = await findAgain(db, spec);
  if (found?.version !== void 0 && isSeen(db, whose, found.version)) {
    const own = await db.first(textsOf(spec));
    if (own?.ids) keepTexts(db, whose, { ...own, ids: own.ids });
  }
  return found;
}
async function findAgain(db, spec) {
  const totals = remembered.get(db) ?? /* @__PURE__ */ new Map();
  remembered.set(db, totals);
  const key = JSON.stringify([spec.kept, spec.search?.map((condition) => condition && [condition.strings, condition.values])]);
  const known = totals.get(key);
  const found = await db.first(statementOf(spec, known));
  totals.delete(key);
  if (found?.version !== void 0 && found.total >= (spec.found ? MANY.found : MANY.compared))
    totals.set(key, { version: found.version, total: found.total });
  const [oldest] = totals.keys();
  if (totals.size > REMEMBERED_MAX2 && oldest !== void 0) totals.delete(oldest);
  return found;
}
function findPage(db, spec) {
  const isSearch = spec.search?.some((condition) => condition !== null);
  return isSearch && isReadInOrder(spec) ? findOwn(db, spec) : db.first(statementOf(spec));
}
async function listRows(db, spec) {
  const { page } = spec;
  const found = await findPage(db, spec);
  if (found === void 0) throw new Error("a list statement gives one row");
  const headers = { "X-Total-Count": found.total };
  if (found.dateMin) headers["X-Date-Min"] = found.dateMin;
  if (found.dateMax) headers["X-Date-Max"] = found.dateMax;
  const isCut = page.number === null && found.total > UNPAGED_MAX;
  const next = isCut ? { next: { page: UNPAGED_MAX / PAGE_SIZE_MAX + 1, pageSize: PAGE_SIZE_MAX } } : {};
  const { total, count: count3, uncounted = 0, waiting: waiting2 = false } = found;
  return { body: new WireJson(found.body), total, uncounted, waiting: waiting2, count: count3, headers, ...next };
}
function allRows(spec) {
  const where = conditions(allConditions(spec));
  return sql14`select ${spec.select} from ${spec.from} ${spec.join ?? empty3} ${where} order by ${orderBy(spec)}`;
}
async function findRow(db, list10, where) {
  const found = await db.first(sql14`
    select (select row_to_json(wire) from (select ${list10.select}) wire) as wire
    from ${list10.from} ${list10.join ?? empty3} where ${where}`);
  return found === void 0 ? void 0 : decodeNames(found.wire);
}
function listReply(list10) {
  const { body, headers, next } = list10;
  return { status: list10.count === 0 ? 201 : 200, body, headers, ...next === void 0 ? {} : { next } };
}
function resultReply(list10) {
  return { ...listReply(list10), status: 200, body: new WireJson(`{"result":${list10.body.text}}`) };
}
function contains(column2, text3, owner = null) {
  if (text3 === void 0 || text3 === "") return null;
  if (owner !== null) return sql14`strpos(${column2}, lower(${text3})) > 0`;
  return sql14`${column2} like lower(${likePattern(text3)})`;
}
function containsAny(column2, text3) {
  return text3 === void 0 || text3 === "" ? null : sql14`${column2} like (select lower(${likePattern(text3)}))`;
}
function containsWords(column2, text3, part) {
  if (text3 === void 0 || text3 === "") return null;
  const isWhole = sql14`strpos(${column2}, (select lower(${text3}))) > 0`;
  const around = aroundBreaks(text3);
  if (around.length > 0) return sql14`around_breaks(${column2}) @> (select ${around}::text[]) and ${isWhole}`;
  const begun = likePattern(part ?? text3).replaceAll(/([A-Za-z]{4})[A-Za-z]*[^\p{L}\p{M}\p{N}]*/gu, "$1%");
  return sql14`${column2} like (select lower(${begun})) and ${isWhole}`;
}
var BREAKS_MAX = 8;
function aroundBreaks(text3) {
  const characters = [...smallLetters(text3) ?? ""];
  const around = /* @__PURE__ */ new Set();
  for (let place = 3; place + 3 < characters.length && around.size < BREAKS_MAX; place += 1) {
    if (characters[place] === " " || characters[place] === "-") around.add(characters.slice(place - 3, place + 4).join(""));
  }
  return [...around];
}
function likePattern(text3) {
  return `%${text3.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
function startsWith(column2, text3, isAlone = false) {
  if (text3 === void 0 || text3 === "") return null;
  const [least, beyond] = [text3, text3 + LAST_CHARACTER].map((value) => isAlone ? sql14`(select ${value}::text)` : sql14`${value}`);
  return sql14`${column2} >= ${least} and ${column2} < ${beyond}`;
}
var LAST_CHARACTER = "\u{10FFFF}";
function idOf3(text3) {
  return /^\d{1,18}$/.test(text3) && !/^0+$/.test(text3) ? text3 : "-1";
}
function betweenDates(column2, first, last) {
  const limits2 = [first === void 0 ? null : sql14`${column2} >= ${first}`, last === void 0 ? null : sql14`${column2} <= ${last}`];
  return { column: column2, first, last, conditions: limits2 };
}
function betweenDays(column2, first, last) {
  const limits2 = [
    first === void 0 ? null : sql14`${column2} >= ${first}::date::timestamp at time zone 'Asia/Kolkata'`,
    last === void 0 ? null : sql14`${column2} < (${last}::date + 1)::timestamp at time zone 'Asia/Kolkata'`
  ];
  return { column: column2, first, last, conditions: limits2 };
}

// server/src/buyer-system/items.ts
var FOUND_MAX = 20;
async function lookUpItems(db, digits2) {
  const start = digits2.trim();
  if (!/^\d{1,14}$/.test(start)) return [];
  return db.rows(sql15`
    select item_name, item_code, category_name as "categoryName", uom_code as "itemUomCode", uom_description as "itemUomDescription",
      mrp::float8 as item_mrp, brand_name as "brandName", hsn_code as "HSNCode", ean as "EANCode", sku_code as "SKUCode",
      uom_conversion::float8 as "uomConversion"
    from items where ean like ${`${start}%`} order by ean = ${start} desc, ean, id limit ${FOUND_MAX}`);
}
var LOOK_PATIENCE = 3e3;
async function findItems(ctx, digits2) {
  const found = await lookUpItems(ctx.db, digits2);
  const ean3 = digits2.trim();
  const { source, findItemsByEan } = {
    source: ctx.buyerSystem.source,
    findItemsByEan: ctx.buyerSystem.findItemsByEan?.bind(ctx.buyerSystem)
  };
  if (found.length > 0 || findItemsByEan === void 0 || eanProblem(ean3) !== null) return found;
  const items = await within(LOOK_PATIENCE, findItemsByEan(ean3), "too late").catch(() => []);
  const good = items.flatMap((item2) => {
    const checked2 = checkRecord("items", item2);
    return "value" in checked2 ? [checked2.value] : [];
  });
  if (good.length === 0) return found;
  await storeItems(ctx.db, source, [...new Map(good.map((item2) => [item2.itemCode, item2])).values()]);
  return lookUpItems(ctx.db, digits2);
}
async function exactItem(db, ean3) {
  const [item2, another] = await db.rows(sql15`
    select id::text, ean, item_name as name, brand_name as "brandName", category_name as category, hsn_code as "hsnCode",
      coalesce(sku_code, item_code) as "skuCode", uom_code as uom, uom_conversion as "uomConversion"
    from items where ean = ${ean3} limit 2`);
  if (item2 === void 0) return { problem: messages4.noMatch };
  return another === void 0 ? item2 : { problem: messages4.noExactMatch };
}
function itemsOf4(ean3) {
  return sql15`select min(items.id) as item_id, count(*)::int as item_count from items where items.ean = ${ean3}`;
}
async function storeItems(db, source, items) {
  const column2 = (pick) => items.map(pick);
  const row = await db.first(sql15`
    with stored as (
      insert into items (source, item_code, ean, item_name, brand_name, category_name, hsn_code, sku_code, uom_code, uom_description, uom_conversion, mrp)
      select ${source}::text, handed.* from unnest(${column2((item2) => item2.itemCode)}::text[], ${column2((item2) => item2.ean)}::text[], ${column2((item2) => item2.name)}::text[],
        ${column2((item2) => item2.brandName)}::text[], ${column2((item2) => item2.category)}::text[], ${column2((item2) => item2.hsnCode)}::text[],
        ${column2((item2) => item2.skuCode)}::text[], ${column2((item2) => item2.uom)}::text[], ${column2((item2) => item2.uomDescription)}::text[],
        ${column2((item2) => item2.uomConversion)}::numeric[], ${column2((item2) => item2.mrp)}::numeric[]) handed
      on conflict (source, item_code) do update set
        ean = excluded.ean, item_name = excluded.item_name, brand_name = excluded.brand_name, category_name = excluded.category_name,
        hsn_code = excluded.hsn_code, sku_code = excluded.sku_code, uom_code = excluded.uom_code, uom_description = excluded.uom_description,
        uom_conversion = excluded.uom_conversion, mrp = excluded.mrp, updated_at = clock_timestamp()
      where (items.ean, items.item_name, items.brand_name, items.category_name, items.hsn_code, items.sku_code, items.uom_code,
          items.uom_description, items.uom_conversion, items.mrp)
        is distinct from (excluded.ean, excluded.item_name, excluded.brand_name, excluded.category_name, excluded.hsn_code, excluded.sku_code,
          excluded.uom_code, excluded.uom_description, excluded.uom_conversion, excluded.mrp)
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
  return { created: row?.created ?? 0, updated: row?.updated ?? 0 };
}
async function listItems(ctx, query2) {
  return listRows(ctx.db, itemList(query2));
}
var columns = sql15`items.id::text as _id, ean as "EANCode", item_code, item_name, brand_name as "brandName", category_name as "categoryName",
  hsn_code as "HSNCode", sku_code as "SKUCode", uom_code as "itemUomCode", uom_description as "itemUomDescription",
  uom_conversion as "UOMConversation", mrp as item_mrp, updated_at as "updatedAt"`;
function itemList(query2) {
  return {
    select: columns,
    from: sql15`items`,
    search: [contains(sql15`lower(item_name)`, query2.itemName), contains(sql15`ean`, query2.EANCode)],
    kept: { list: "items", owner: null },
    key: sql15`items.id`,
    sorts: { EANCode: sql15`ean`, item_name: sql15`lower(item_name)`, item_mrp: { absentLast: sql15`mrp` }, updatedAt: sql15`updated_at` },
    page: pageOf2(query2)
  };
}

// server/src/buyer-system/vendors.ts
import sql16 from "sql-template-tag";
function unknownTo(source) {
  const own = sql16`system_vendor_id is null`;
  if (source === "embedded") return own;
  return sql16`(${own} or exists (
    select from suppliers where lower(users.email) = suppliers.email and users.system_vendor_id = 'S-' || lpad(suppliers.id::text, 5, '0')))`;
}
async function vendorsBySupplier(db, suppliers) {
  const rows = await db.rows(sql16`
    select system_vendor_id as supplier, coalesce(min(id) filter (where is_active), min(id))::text as id,
      coalesce(nullif(count(*) filter (where is_active), 0), count(*))::int as count
    from users where not is_admin and system_vendor_id = any(${[...new Set(suppliers)]}::text[]) group by system_vendor_id`);
  return new Map(rows.map(({ supplier, id, count: count3 }) => [supplier, count3 === 1 ? id : null]));
}
function vendorProblem(name, supplier, found) {
  return found === null ? `${name}: several vendors here have the supplier id ${supplier} of the buyer's system.` : `${name}: no vendor here has the supplier id ${supplier} of the buyer's system. Sync the vendor first.`;
}
function indexed(vendors, keyOf) {
  const index = /* @__PURE__ */ new Map();
  for (const vendor2 of vendors) {
    const key = keyOf(vendor2);
    const same = index.get(key);
    if (same !== void 0) same.push(vendor2);
    else if (key !== "") index.set(key, [vendor2]);
  }
  return index;
}
async function matchSuppliers(db, source, suppliers) {
  const known = await vendorsBySupplier(
    db,
    suppliers.map(({ externalId }) => externalId)
  );
  const refused = /* @__PURE__ */ new Map();
  const open3 = suppliers.filter(({ externalId }) => !known.has(externalId));
  if (open3.length === 0) return { matched: 0, refused };
  const vendors = await db.rows(sql16`
    select id::text, gstin, lower(email) as email from users where not is_admin and is_active and ${unknownTo(source)} for no key update`);
  const byGstin = indexed(vendors, ({ gstin: gstin2 }) => normaliseGstin(gstin2 ?? ""));
  const byEmail = indexed(vendors, ({ email: email2 }) => email2);
  const taken = /* @__PURE__ */ new Set();
  const free = (some = []) => some.filter(({ id }) => !taken.has(id));
  const links = [];
  for (const { externalId, name, email: email2, gstin: gstin2 } of open3) {
    const number18 = normaliseGstin(gstin2 ?? "");
    const byNumber = free(byGstin.get(number18));
    const found = byNumber.length > 0 ? byNumber : free(byEmail.get(email2?.trim().toLowerCase() ?? ""));
    const [vendor2, another] = found;
    if (vendor2 === void 0) continue;
    if (another === void 0) {
      taken.add(vendor2.id);
      links.push({ id: vendor2.id, externalId });
    } else {
      refused.set(externalId, `Supplier ${name} (${externalId}): ${found.length} vendors here have its GST number ${number18}.`);
    }
  }
  if (links.length === 0) return { matched: 0, refused };
  await db.execute(sql16`
    update users set system_vendor_id = link."externalId", updated_at = clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as link(id bigint, "externalId" text) where users.id = link.id`);
  await recordAudits(
    db,
    links.map(({ id, externalId }) => ({
      actor: null,
      ownerId: id,
      action: "user.sync",
      entity: "user",
      entityId: id,
      after: { system_Vendor_id: externalId }
    }))
  );
  return { matched: links.length, refused };
}

// server/src/buyer-system/take.ts
function ofVendors(kind, store2) {
  return async (db, source, rows) => {
    const vendors = await vendorsBySupplier(
      db,
      rows.map(({ supplier }) => supplier)
    );
    const refused = /* @__PURE__ */ new Map();
    const owned = [];
    for (const row of rows) {
      const ownerId = vendors.get(row.supplier);
      if (typeof ownerId === "string") owned.push({ ...row, ownerId });
      else refused.set(row.externalId, vendorProblem(nameOf2(kind, row), row.supplier, ownerId));
    }
    const done = await store2(db, source, owned);
    return { ...done, refused: new Map([...refused, ...done.refused]) };
  };
}
var STORES = {
  async suppliers(db, source, rows) {
    const { matched, refused } = await matchSuppliers(db, source, rows);
    return { created: 0, updated: matched, refused };
  },
  items: async (db, source, rows) => ({ ...await storeItems(db, source, rows), refused: /* @__PURE__ */ new Map() }),
  orders: ofVendors("orders", storeOrders),
  returns: ofVendors("returns", storeReturns),
  payments: ofVendors("payments", storePayments)
};
var CHECKED_AT_ONCE = 10;
async function checkRecords(kind, records) {
  const faults = /* @__PURE__ */ new Map();
  const rows = /* @__PURE__ */ new Map();
  const ids = [];
  for (const [place, record5] of records.entries()) {
    if (place % CHECKED_AT_ONCE === 0) await setImmediate();
    const id = idOf2(kind, record5);
    const checked2 = checkRecord(kind, record5);
    ids.push(id);
    faults.delete(id);
    rows.delete(id);
    if ("problem" in checked2) faults.set(id, { problem: checked2.problem, record: record5 });
    else rows.set(id, checked2.value);
  }
  return { ids, rows, faults };
}
async function takeRecords(db, source, kind, checked2) {
  const stored = await storeAll(db, source, kind, [...checked2.rows.values()]);
  const faults = new Map(checked2.faults);
  for (const [id, problem2] of stored.refused) faults.set(id, { problem: problem2, record: checked2.rows.get(id) });
  return { stored: stored.created + stored.updated, faults };
}
async function storeAll(db, source, kind, rows) {
  const [row, another] = rows;
  if (row === void 0) return { created: 0, updated: 0, refused: /* @__PURE__ */ new Map() };
  try {
    return await db.transaction((tx) => STORES[kind](tx, source, rows));
  } catch (error) {
    if (!isObjection(error)) throw error;
    if (another === void 0) {
      const problem2 = `${nameOf2(kind, row)}: the database does not take it: ${error.message}.`;
      return { created: 0, updated: 0, refused: /* @__PURE__ */ new Map([[idOf2(kind, row), problem2]]) };
    }
  }
  const middle = Math.ceil(rows.length / 2);
  const one2 = await storeAll(db, source, kind, rows.slice(0, middle));
  const other = await storeAll(db, source, kind, rows.slice(middle));
  return {
    created: one2.created + other.created,
    updated: one2.updated + other.updated,
    refused: new Map([...one2.refused, ...other.refused])
  };
}
function isObjection(error) {
  return error instanceof pg2.DatabaseError && /^2[23]/.test(error.code ?? "");
}

// server/src/buyer-system/pull.ts
var PULL_KINDS = ["suppliers", "items", "orders", "returns", "payments"];
var RETRIED_AT_ONCE = 500;
var PAGE_PATIENCE = 5 * 6e4;
var TELL_PATIENCE = 6e4;
var MINUTE = 6e4;
var Stopped = class extends Error {
};
function openPulling(db, system, { pagePatience = PAGE_PATIENCE, leaseSeconds } = {}) {
  const stopping = new AbortController();
  const stopped = new Promise((_, fail) => {
    stopping.signal.addEventListener("abort", () => fail(new Stopped()), { once: true });
  });
  stopped.catch(() => void 0);
  const running = /* @__PURE__ */ new Set();
  let timer;
  const leaseOf = () => `pull of ${system().source}`;
  async function begin2({ fromStart = false } = {}) {
    const now = system();
    const { source } = now;
    const hasNothing = now.pulls === void 0 && now.acknowledgeOrder === void 0;
    const ended = Promise.resolve();
    if (stopping.signal.aborted || hasNothing) return { start: "nothing", ended };
    const lease = await takeLease(db, leaseOf(), leaseSeconds);
    if (lease === null) return { start: "running", ended };
    const work = (fromStart ? db.execute(sql17`update buyer_pulls set cursor = null where source = ${source}`) : Promise.resolve(0)).then(() => runAll(db, now, lease, { patience: pagePatience, signal: stopping.signal, stopped })).catch((error) => {
      if (!(error instanceof Stopped || error instanceof LeaseLost)) console.error("Pulling from the buyer's system failed:", error);
    }).then(() => lease.release().catch(() => void 0));
    running.add(work);
    return { start: "started", ended: work.finally(() => running.delete(work)) };
  }
  async function run(how) {
    const { start, ended } = await begin2(how);
    await ended;
    return start;
  }
  return {
    start(minutes) {
      const cannot = (error) => console.error("Pulling from the buyer's system could not start:", error);
      const isDue = () => takeTurn(db, `turn of ${leaseOf()}`, 0.9 * minutes * MINUTE / 1e3);
      timer = setInterval(
        () => void isDue().then((due) => due ? run() : null, cannot).catch(cannot),
        minutes * MINUTE
      );
      timer.unref();
      void run().catch(cannot);
    },
    startNow: async (how) => (await begin2(how)).start,
    run,
    isRunning: () => isHeld(db, leaseOf()),
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await Promise.all(running);
    }
  };
}
async function runAll(db, system, lease, run) {
  const isStopped = () => run.signal.aborted || lease.lost;
  for (const kind of system.pulls === void 0 ? [] : PULL_KINDS) {
    await attempt(db, system.source, kind, isStopped, async () => {
      await retryFaults(db, system.source, kind, lease, isStopped);
      await pullKind(db, system, kind, lease, run);
    });
  }
  if (system.acknowledgeOrder === void 0) return;
  await attempt(db, system.source, "acknowledgements", isStopped, async () => {
    const { read, told } = await tellAcknowledgements(db, system, { patience: TELL_PATIENCE, isStopped, stopped: run.stopped });
    await db.execute(sql17`
      update buyer_pulls set rows_read = ${read}, rows_stored = ${told} where source = ${system.source} and kind = 'acknowledgements'`);
  });
}
async function attempt(db, source, kind, isStopped, work) {
  if (isStopped()) throw new Stopped();
  await db.execute(sql17`
    insert into buyer_pulls as known (source, kind, started_at) values (${source}, ${kind}, clock_timestamp())
    on conflict (source, kind) do update set started_at = clock_timestamp(), ended_at = null, rows_read = 0, rows_stored = 0, error = null`);
  let problem2 = null;
  try {
    await work();
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    problem2 = error instanceof Stopped ? "Interrupted: the portal was stopped." : error instanceof Error ? error.message : String(error);
  }
  await db.execute(sql17`
    update buyer_pulls set ended_at = clock_timestamp(), error = ${problem2?.slice(0, 2e3) ?? null} where source = ${source} and kind = ${kind}`);
  if (isStopped()) throw new Stopped();
}
async function retryFaults(db, source, kind, lease, isStopped) {
  let after = "";
  for (; ; ) {
    const faults = await faultsAfter(db, source, kind, after, RETRIED_AT_ONCE);
    const last = faults.at(-1);
    if (last === void 0 || isStopped()) return;
    after = last.externalId;
    const checked2 = await checkRecords(
      kind,
      faults.map(({ row }) => row)
    );
    await db.transaction(async (tx) => {
      await lease.hold(tx);
      const taken = await takeRecords(tx, source, kind, checked2);
      await settleFaults(
        tx,
        source,
        kind,
        faults.map(({ externalId }) => externalId),
        taken.faults
      );
      await count(tx, source, kind, { read: 0, stored: taken.stored });
    });
  }
}
async function pullKind(db, system, kind, lease, { patience, signal, stopped }) {
  const { source } = system;
  const found = await db.first(sql17`select cursor from buyer_pulls where source = ${source} and kind = ${kind}`);
  const pages = system.pulls?.[kind](found?.cursor ?? null);
  const iterator = pages?.[Symbol.asyncIterator]();
  if (iterator === void 0) return;
  const late = `The buyer's system did not answer within ${Math.ceil(patience / 1e3)} s.`;
  const next = () => {
    const page = within(patience, Promise.race([iterator.next(), stopped]), late).then(
      (each) => each.done === true ? null : checkPage(kind, each.value)
    );
    page.catch(() => void 0);
    return page;
  };
  try {
    let page = await next();
    while (page !== null) {
      const coming = next();
      await storePage(db, source, page, lease);
      if (signal.aborted || lease.lost) throw new Stopped();
      page = await coming;
    }
  } finally {
    void iterator.return?.(void 0)?.then(void 0, () => void 0);
  }
}
async function checkPage(kind, { rows, faults, cursor }) {
  if (!Array.isArray(rows) || !Array.isArray(faults) || typeof cursor !== "string") {
    throw new Error("The buyer's system sent a page that makes no sense.");
  }
  return { kind, checked: await checkRecords(kind, rows), faults, cursor };
}
async function storePage(db, source, { kind, checked: checked2, faults, cursor }, lease) {
  await db.transaction(async (tx) => {
    await lease.hold(tx);
    const taken = await takeRecords(tx, source, kind, checked2);
    if (kind === "payments") await dropOldParts(tx, source, wholesOf(checked2));
    await settleFaults(tx, source, kind, checked2.ids, taken.faults);
    await keepFaults(
      tx,
      source,
      kind,
      faults.map(({ externalId, problem: problem2, raw: raw10 }) => ({ externalId, problem: problem2, kept: { raw: raw10 } }))
    );
    await count(tx, source, kind, { read: checked2.ids.length + faults.length, stored: taken.stored });
    await tx.execute(sql17`update buyer_pulls set cursor = ${cursor} where source = ${source} and kind = ${kind}`);
  });
}
function wholesOf({ rows }) {
  return [...rows.values()].flatMap((row) => "whole" in row && row.whole !== void 0 ? [row.whole] : []);
}
async function count(db, source, kind, { read, stored }) {
  await db.execute(sql17`
    update buyer_pulls set rows_read = rows_read + ${read}, rows_stored = rows_stored + ${stored} where source = ${source} and kind = ${kind}`);
}

// server/src/captcha/captcha.ts
import { createHash as createHash2, createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import sql19 from "sql-template-tag";
import * as z9 from "zod";

// server/src/database/secret.ts
import { randomBytes as randomBytes2 } from "node:crypto";
import sql18 from "sql-template-tag";
async function installationSecret(db, name) {
  const row = await db.first(sql18`
    insert into settings (name, value) values (${name}, ${randomBytes2(32).toString("base64url")})
    on conflict (name) do update set value = settings.value
    returning value`);
  if (row === void 0) throw new Error(`The setting ${name} could not be stored.`);
  return row.value;
}

// server/src/captcha/captcha.ts
var LIFE_SECONDS = 600;
var COST = 1e3;
var COUNTER = { least: 200, most: 1e3 };
var REMEMBER_SECONDS = 3600;
var ANSWER_LENGTH_MAX = 4e3;
var answerShape = z9.object({
  challenge: z9.object({
    parameters: z9.object({
      algorithm: z9.string(),
      nonce: z9.string(),
      salt: z9.string(),
      cost: z9.number(),
      keyLength: z9.number(),
      keyPrefix: z9.string(),
      keySignature: z9.string(),
      expiresAt: z9.number()
    }),
    signature: z9.string()
  }),
  solution: z9.object({ counter: z9.number(), derivedKey: z9.string() })
});
async function openCaptcha(settings, db) {
  const secret = await installationSecret(db, "captcha");
  const key = (purpose) => createHmac("sha256", secret).update(purpose).digest("hex");
  const keys = { deriveKey, hmacSignatureSecret: key("challenge"), hmacKeySignatureSecret: key("solution") };
  return {
    challenge: () => createChallenge({
      ...keys,
      algorithm: "PBKDF2/SHA-256",
      cost: COST,
      counter: randomInt(COUNTER.most, COUNTER.least),
      expiresAt: Math.floor(Date.now() / 1e3) + LIFE_SECONDS
    }),
    async claim(claimDb, answer) {
      if (!settings.captcha) return true;
      const parsed = readAnswer(answer);
      if (parsed === null || !(await verifySolution({ ...keys, ...parsed })).verified) return false;
      return useUp(claimDb, parsed.challenge.parameters);
    }
  };
}
function readAnswer(answer) {
  if (answer.length > ANSWER_LENGTH_MAX) return null;
  try {
    return answerShape.safeParse(JSON.parse(Buffer.from(answer, "base64").toString())).data ?? null;
  } catch {
    return null;
  }
}
async function useUp(db, { nonce, expiresAt }) {
  const digest3 = createHash2("sha256").update(nonce).digest();
  const inserted = await db.execute(sql19`
    insert into captcha_answers (digest, expires_at) values (${digest3}, to_timestamp(${expiresAt + REMEMBER_SECONDS})) on conflict do nothing`);
  await db.execute(sql19`
    delete from captcha_answers where digest in (
      select digest from captcha_answers where expires_at < now() limit 1000 for update skip locked)`);
  return inserted === 1;
}

// server/src/database/box.ts
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes as randomBytes3 } from "node:crypto";
var VERSIONS = [1];
var [NONCE, TAG] = [12, 16];
async function openBox(db, name) {
  const keys = /* @__PURE__ */ new Map();
  for (const version of VERSIONS) {
    const secret = await installationSecret(db, `${name}-${version}`);
    keys.set(version, Buffer.from(hkdfSync("sha256", Buffer.from(secret, "base64url"), "", `aapurti ${name} ${version}`, 32)));
  }
  const keyOf = (version) => {
    const key = keys.get(version);
    if (key === void 0) throw new Error(`There is no key of version ${version} for ${name}.`);
    return key;
  };
  return {
    seal(text3, owner) {
      const [version] = VERSIONS;
      const nonce = randomBytes3(NONCE);
      const cipher = createCipheriv("aes-256-gcm", keyOf(version), nonce).setAAD(Buffer.from(`${name} ${owner}`));
      const content = Buffer.concat([cipher.update(text3, "utf8"), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), content]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(1, 1 + NONCE);
      const decipher = createDecipheriv("aes-256-gcm", keyOf(sealed[0] ?? 0), nonce, { authTagLength: TAG }).setAAD(Buffer.from(`${name} ${owner}`)).setAuthTag(sealed.subarray(1 + NONCE, 1 + NONCE + TAG));
      return decipher.update(sealed.subarray(1 + NONCE + TAG), void 0, "utf8") + decipher.final("utf8");
    }
  };
}

// server/src/database/replica.ts
import pg5 from "pg";
import sql20 from "sql-template-tag";

// server/src/database/open.ts
import { createHash as createHash3 } from "node:crypto";
import { setTimeout as sleep2 } from "node:timers/promises";
import pg4 from "pg";

// server/src/database/types.ts
import pg3 from "pg";
var { builtins, getTypeParser } = pg3.types;
var textArray = 1009;
var int8Array = 1016;
var dateArray = 1182;
var numericArray = 1231;
var texts = getTypeParser(textArray);
var parsers = /* @__PURE__ */ new Map([
  [builtins.DATE, asText],
  [builtins.INT8, wholeNumber],
  [int8Array, (text3) => texts(text3).map((each) => each === null ? null : wholeNumber(each))],
  [dateArray, texts],
  [numericArray, texts]
]);
function asText(text3) {
  return text3;
}
function wholeNumber(text3) {
  const value = Number(text3);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text3} does not fit a number exactly: select it as text`);
  return value;
}
var types = {
  getTypeParser: (oid, format) => (format === "binary" ? void 0 : parsers.get(oid)) ?? getTypeParser(oid, format)
};

// server/src/database/open.ts
var DatabaseUnavailable = class extends Error {
  name = "DatabaseUnavailable";
  /** It was lost on the way: whether a change was stored is not known. */
  isLost;
  constructor(message2, { isLost = false, ...options } = {}) {
    super(message2, options);
    this.isLost = isLost;
  }
};
var connectMilliseconds = 5e3;
var statementMilliseconds = 3e4;
var answerMilliseconds = 35e3;
var idleInTransactionMilliseconds = 6e4;
var retries = 2;
async function openDatabase({
  url,
  max = 10,
  prepared = true
}) {
  const pool = new pg4.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectMilliseconds,
    application_name: "aapurti",
    keepAlive: true,
    keepAliveInitialDelayMillis: 1e4,
    ...prepared && {
      statement_timeout: statementMilliseconds,
      idle_in_transaction_session_timeout: idleInTransactionMilliseconds
    }
  });
  pool.on("error", (error) => {
    if (!pool.ending) console.error(`A database connection was lost: ${error.message}`);
  });
  try {
    await checkServer(pool);
  } catch (error) {
    await pool.end();
    throw error instanceof DatabaseUnavailable ? new DatabaseUnavailable(`${error.message} ${reason(error.cause)}`, { cause: error }) : error;
  }
  const errors = { unavailable: 0, cancelled: 0, repeated: 0, other: 0 };
  const counted2 = async (work) => {
    try {
      return await work();
    } catch (error) {
      const kind = kindOf(error);
      if (kind !== void 0) errors[kind] += 1;
      throw error;
    }
  };
  const toStatement = prepared ? namedStatements() : ({ text: text3, values }) => ({ text: text3, values, query_timeout: answerMilliseconds });
  return {
    // A statement alone is a transaction too: what failed has left nothing.
    ...queries((query2) => retried(() => counted2(() => withConnection(pool, (client) => client.query(toStatement(query2)))))),
    transaction: (work) => retried(() => counted2(() => withConnection(pool, (client) => runTransaction(client, toStatement, work)))),
    withClient: (work) => withConnection(pool, async (client, discard) => {
      try {
        return await work(client);
      } catch (error) {
        discard();
        throw error;
      }
    }),
    state: () => ({ used: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount, errors: { ...errors } }),
    pool,
    close: () => pool.end()
  };
}
async function retried(run) {
  for (let attempt2 = 0; ; attempt2 += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt2 === retries || !isRetryable(error)) throw error;
      await sleep2(Math.random() * 20 * (attempt2 + 1));
    }
  }
}
var alone = (text3) => ({ text: text3, query_timeout: answerMilliseconds });
function queries(run) {
  return {
    rows: async (query2) => (await run(query2)).rows,
    first: async (query2) => (await run(query2)).rows[0],
    execute: async (query2) => (await run(query2)).rowCount ?? 0
  };
}
async function runTransaction(client, toStatement, work) {
  let ended = false;
  let savepoints = 0;
  let isPatient = false;
  const tx = {
    ...queries((query2) => {
      if (ended) throw new Error("This transaction has ended: a query in it was not awaited.");
      isPatient ||= query2.text.includes("statement_timeout");
      const statement2 = toStatement(query2);
      return client.query(isPatient ? { ...statement2, query_timeout: 0 } : statement2);
    }),
    async transaction(nested) {
      const savepoint = `nested_${savepoints += 1}`;
      await client.query(alone(`savepoint ${savepoint}`));
      try {
        const result = await nested(tx);
        await client.query(alone(`release savepoint ${savepoint}`));
        return result;
      } catch (error) {
        await client.query(alone(`rollback to savepoint ${savepoint}`));
        throw error;
      }
    },
    withClient: (nested) => nested(client)
  };
  try {
    await client.query(alone("begin"));
    const result = await work(tx);
    const { command } = await client.query(alone("commit"));
    if (command !== "COMMIT") throw new Error("Nothing was saved: an error inside the transaction was swallowed.");
    return result;
  } catch (error) {
    if (!isUnanswered(error)) await client.query(alone("rollback")).catch(() => void 0);
    throw error;
  } finally {
    ended = true;
  }
}
async function withConnection(pool, work) {
  const client = await pool.connect().catch((error) => {
    throw error instanceof pg4.DatabaseError && !isGoing(error) ? error : new DatabaseUnavailable("The database does not answer.", { cause: error });
  });
  let lost = false;
  let discarded = false;
  const onError = () => {
    lost = true;
  };
  client.on("error", onError);
  try {
    return await work(client, () => {
      discarded = true;
    });
  } catch (error) {
    lost ||= isUnanswered(error);
    throw lost || isGoing(error) ? new DatabaseUnavailable("The database connection was lost.", { cause: error, isLost: true }) : error;
  } finally {
    client.off("error", onError);
    client.release(lost || discarded);
  }
}
function isGoing(error) {
  return error instanceof pg4.DatabaseError && /^(53300|57P)/.test(error.code ?? "");
}
function isUnanswered(error) {
  return error instanceof Error && error.message === "Query read timeout";
}
function reason(cause) {
  return cause instanceof AggregateError ? cause.errors.map(reason).join(", ") : cause.message;
}
function kindOf(error) {
  if (error instanceof DatabaseUnavailable) return "unavailable";
  if (!(error instanceof pg4.DatabaseError)) return void 0;
  if (isRetryable(error)) return "repeated";
  return error.code === "57014" ? "cancelled" : "other";
}
function isRetryable(error) {
  return error instanceof pg4.DatabaseError && (error.code === "40001" || error.code === "40P01");
}
function namedStatements(bound = 500) {
  const names = /* @__PURE__ */ new Map();
  return ({ text: text3, values }) => {
    let name = names.get(text3);
    if (name === void 0 && names.size < bound) {
      name = createHash3("sha256").update(text3).digest("base64url").slice(0, 22);
      names.set(text3, name);
    }
    const statement2 = { text: text3, values, query_timeout: answerMilliseconds };
    return name === void 0 ? statement2 : { name, ...statement2 };
  };
}
async function checkServer(pool) {
  const { rows } = await withConnection(
    pool,
    (client) => client.query(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`
    )
  );
  const { version = 0, encoding = "" } = rows[0] ?? {};
  if (version < 15e4) {
    throw new Error(`The database is PostgreSQL ${Math.floor(version / 1e4)}; 15 or later is needed.`);
  }
  if (encoding !== "UTF8") throw new Error(`The database is encoded in ${encoding}; UTF8 is needed.`);
}

// server/src/database/replica.ts
var CATCH_UP_MS = 2e3;
var ASK_AGAIN_MS2 = 20;
var LOOK_MS = 5e3;
var SILENT = "it does not answer.";
function withoutReplica(primary) {
  return { ...primary, isOnReplica: () => false, close: () => Promise.resolve() };
}
function openReplica(primary, { url, max, prepared }) {
  let replica = null;
  let isWell = false;
  let closed = false;
  function lose(reason2) {
    if (isWell) console.error(`The database's replica is not asked for now: ${reason2}`);
    isWell = false;
  }
  async function look2() {
    if (isWell || closed) return;
    try {
      replica ??= await openDatabase({ url, max, prepared });
      isWell = await hasCaughtUp(primary, replica);
    } catch {
    }
    if (closed) await replica?.close();
  }
  let looking = look2();
  const timer = setInterval(() => {
    looking = looking.then(look2);
  }, LOOK_MS);
  timer.unref();
  async function read(work) {
    if (!isWell || replica === null) return work(primary);
    try {
      if (await hasCaughtUp(primary, replica)) return await work(replica);
      lose("it lags.");
    } catch (error) {
      if (!isReplicasOwn(error)) throw error;
      lose(error.message);
    }
    return work(primary);
  }
  return {
    rows: (query2) => read((db) => db.rows(query2)),
    first: (query2) => read((db) => db.first(query2)),
    withClient: (work) => read((db) => db.withClient(work)),
    execute: (query2) => primary.execute(query2),
    transaction: (work) => primary.transaction(work),
    isOnReplica: () => isWell,
    async close() {
      closed = true;
      clearInterval(timer);
      await looking;
      if (!replica?.pool.ending) await replica?.close();
    }
  };
}
async function hasCaughtUp(primary, replica) {
  const now = await primary.first(sql20`select pg_current_wal_flush_lsn()::text as place`);
  const end2 = Date.now() + CATCH_UP_MS;
  for (; ; ) {
    const found = await within(
      CATCH_UP_MS,
      replica.first(sql20`
        select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${now?.place}::pg_lsn end as there`),
      SILENT
    );
    if (found?.there === null) throw new DatabaseUnavailable("it is no replica.");
    if (found?.there === true) return true;
    if (Date.now() > end2) return false;
    await new Promise((again) => setTimeout(again, ASK_AGAIN_MS2));
  }
}
function isReplicasOwn(error) {
  if (error instanceof pg5.DatabaseError) return error.code === "40001";
  return error instanceof DatabaseUnavailable || error.message === SILENT;
}

// server/src/complain.ts
function complain(error) {
  console.error("What should follow a call failed:", error);
}

// server/src/files/store.ts
import { createHmac as createHmac2, randomUUID as randomUUID3, timingSafeEqual } from "node:crypto";
import sql21 from "sql-template-tag";

// server/src/files/fileName.ts
var EXTENSIONS = {
  "application/pdf": [".pdf"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/png": [".png"],
  "image/webp": [".webp"]
};
var LENGTH_MAX = 120;
function cleanFileName(name, mediaType) {
  const extensions = EXTENSIONS[mediaType] ?? [""];
  const base = name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1).normalize("NFC").replaceAll(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "").replaceAll(/[<>:"|?*]/g, "_").trim();
  const dot = base.lastIndexOf(".");
  const extension = dot < 0 ? "" : base.slice(dot);
  const kept = extensions.includes(extension.toLowerCase());
  const stem = (kept || /^\.(?=\d*[a-z])[a-z\d]{1,5}$/i.test(extension) ? base.slice(0, dot) : base).replace(
    /^[.\s]+|(?<![.\s])[.\s]+$/g,
    ""
  );
  return [...stem || "document"].slice(0, LENGTH_MAX).join("") + (kept ? extension : extensions[0]);
}
function contentDisposition(disposition, name) {
  const whole = name.replaceAll(new RegExp("\\p{Cs}", "gu"), "_");
  const ascii = whole.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const utf8 = encodeURIComponent(whole).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
function fileHeaders(file) {
  return {
    "content-type": file.mediaType,
    "content-disposition": contentDisposition(file.kind === "avatar" ? "inline" : "attachment", file.name),
    "content-security-policy": "default-src 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, max-age=300"
  };
}

// server/src/files/storage.ts
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

// server/src/files/folder.ts
import { access, constants, mkdir, open as open2, opendir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join as join3 } from "node:path";
var HALF_WRITTEN = ".part";
async function openFolder(root) {
  await mkdir(root, { recursive: true, mode: 448 });
  return {
    async put(name, content) {
      const path = join3(root, name);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 448 });
      try {
        await writeDurably(path + HALF_WRITTEN, content);
        await rename(path + HALF_WRITTEN, path);
      } catch (error) {
        await rm(path + HALF_WRITTEN, { force: true }).catch(() => void 0);
        throw error;
      }
      await syncFolder(folder);
    },
    get: (name) => readFile(join3(root, name)).catch(unlessMissing),
    remove: (name) => rm(join3(root, name), { force: true }),
    async *list(folder) {
      const entries = await opendir(join3(root, folder)).catch(unlessMissing);
      for await (const entry4 of entries ?? []) {
        const name = `${folder}/${entry4.name}`;
        const found = await stat(join3(root, name)).catch(unlessMissing);
        if (found?.isFile()) yield { name, modified: found.mtime };
      }
    },
    check: () => access(root, constants.R_OK | constants.W_OK | constants.X_OK)
  };
}
async function writeDurably(path, content) {
  const file = await open2(path, "w", 384);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}
async function syncFolder(path) {
  if (process.platform === "win32") return;
  const folder = await open2(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
function unlessMissing(error) {
  if (error.code !== "ENOENT") throw error;
}

// server/src/files/s3.ts
import { createHash as createHash4 } from "node:crypto";
import { AwsClient } from "aws4fetch";
import { SaxesParser } from "saxes";
var REQUEST_MILLISECONDS = 15e3;
var RETRIES = 2;
function openS3(filesUrl, env) {
  const match2 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/*$/.exec(filesUrl);
  if (match2 === null) throw new Error("FILES_URL should be s3://bucket/prefix, the prefix of letters, digits and . _ - / only.");
  const [, bucket = "", prefix = ""] = match2;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = env;
  if (!accessKeyId || !secretAccessKey) throw new Error("FILES_URL names S3: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are needed too.");
  const region = env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || "us-east-1";
  const endpoint = (env["AWS_ENDPOINT_URL_S3"] || env["AWS_ENDPOINT_URL"])?.replace(/(?<!\/)\/+$/, "");
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    ...sessionToken && { sessionToken },
    service: "s3",
    region,
    retries: RETRIES
  });
  const key = (name) => prefix === "" ? name : `${prefix}/${name}`;
  async function request(method, path, extra = {}) {
    const response = await client.fetch(`${base}/${path}`, {
      method,
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
      ...extra.body && {
        body: new Uint8Array(extra.body),
        headers: {
          "content-type": extra.mediaType ?? "application/octet-stream",
          // Signed with the request, so that S3 refuses bytes that changed on the way.
          "x-amz-content-sha256": createHash4("sha256").update(extra.body).digest("hex")
        }
      }
    });
    if (response.ok || response.status === 404) return response;
    throw new Error(`S3 answered ${response.status} to ${method} ${path}: ${(await response.text()).slice(0, 300)}`);
  }
  const needBucket = (response) => {
    if (!response.ok) throw new Error(`S3 has no bucket ${bucket}.`);
  };
  return {
    put: async (name, content, mediaType) => needBucket(await request("PUT", key(name), { body: content, mediaType })),
    check: async () => needBucket(await request("GET", "?list-type=2&max-keys=1")),
    async get(name) {
      const response = await request("GET", key(name));
      return response.ok ? Buffer.from(await response.arrayBuffer()) : void 0;
    },
    async remove(name) {
      await request("DELETE", key(name));
    },
    async *list(folder) {
      for (let after, more = true; more; ) {
        const query2 = new URLSearchParams({ "list-type": "2", prefix: `${key(folder)}/`, ...after && { "start-after": after } });
        const page = readListing(await (await request("GET", `?${query2}`)).text());
        for (const entry4 of page.entries) {
          yield { name: prefix === "" ? entry4.key : entry4.key.slice(prefix.length + 1), modified: entry4.modified };
        }
        after = page.entries.at(-1)?.key;
        more = page.truncated && after !== void 0;
      }
    }
  };
}
function readListing(xml) {
  const entries = [];
  let truncated = false;
  let text3 = "";
  let key = "";
  let modified = /* @__PURE__ */ new Date();
  const parser = new SaxesParser();
  parser.on("opentag", () => text3 = "");
  parser.on("text", (part) => text3 += part);
  parser.on("closetag", ({ name }) => {
    if (name === "Key") key = text3;
    else if (name === "LastModified") modified = new Date(text3);
    else if (name === "IsTruncated") truncated = text3 === "true";
    else if (name === "Contents") entries.push({ key, modified });
  });
  parser.write(xml).close();
  return { entries, truncated };
}

// server/src/files/storage.ts
async function openStorage(filesUrl, dataDir, env = process.env) {
  if (filesUrl.startsWith("s3://")) return openS3(filesUrl, env);
  if (filesUrl === "" || filesUrl === "file:") return openFolder(resolve(dataDir, "files"));
  if (filesUrl.startsWith("file://")) return openFolder(fileURLToPath(filesUrl));
  if (filesUrl.startsWith("file:")) return openFolder(resolve(filesUrl.slice("file:".length)));
  throw new Error("FILES_URL should be file:, file:some/folder or s3://bucket/prefix.");
}

// server/src/files/store.ts
var LINK_WINDOW_SECONDS = 300;
var ORPHAN_MILLISECONDS = 60 * 6e4;
var SWEEP_BATCH = 500;
var UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
async function openFileStore(settings, db, clock = () => /* @__PURE__ */ new Date()) {
  const storage = await openStorage(settings.filesUrl, settings.dataDir);
  const linkSecret = await installationSecret(db, "file-links");
  const folder = await installationSecret(db, "files-folder");
  const place = (id) => `${folder}/${id}`;
  const now = () => Math.floor(clock().getTime() / 1e3);
  const sign = (id, expires) => createHmac2("sha256", linkSecret).update(`${id} ${expires}`).digest("base64url");
  async function withoutRow(names) {
    const ids = names.map(idOf4).filter((id) => UUID.test(id));
    const rows = await db.rows(sql21`select id from files where id = any(${ids}::uuid[])`);
    const known = new Set(rows.map((row) => row.id));
    return names.filter((name) => UUID.test(idOf4(name)) && (name !== place(idOf4(name)) || !known.has(idOf4(name))));
  }
  return {
    async save(tx, { ownerId, kind, name, mediaType, content }) {
      const id = randomUUID3();
      await storage.put(place(id), content, mediaType);
      await tx.execute(sql21`
        insert into files (id, owner_id, kind, media_type, original_name, bytes)
        values (${id}, ${ownerId}, ${kind}, ${mediaType}, ${cleanFileName(name, mediaType)}, ${content.length})`);
      return { id };
    },
    async read(id) {
      if (!UUID.test(id)) return void 0;
      const row = await db.first(sql21`
        select owner_id::text as "ownerId", kind, original_name as name, media_type as "mediaType" from files where id = ${id}`);
      if (row === void 0) return void 0;
      const content = await storage.get(place(id));
      if (content === void 0) throw new Error(`The bytes of file ${id} are lost.`);
      return { ...row, id, content };
    },
    link(id) {
      const expires = (Math.floor(now() / LINK_WINDOW_SECONDS) + 2) * LINK_WINDOW_SECONDS;
      return `/api/files/${id}?expires=${expires}&signature=${sign(id, expires)}`;
    },
    verify(id, expires, signature) {
      if (!/^\d{1,12}$/.test(expires)) return false;
      const right = Buffer.from(sign(id, Number(expires)));
      const given3 = Buffer.from(signature);
      return given3.length === right.length && timingSafeEqual(given3, right) && Number(expires) > now();
    },
    async sweep() {
      const old = clock().getTime() - ORPHAN_MILLISECONDS;
      let removed = 0;
      const removeOrphans = async (names) => {
        for (const name of await withoutRow(names)) {
          await storage.remove(name);
          removed += 1;
        }
      };
      let batch = [];
      for await (const { name, modified } of storage.list(folder)) {
        if (modified.getTime() > old) continue;
        batch.push(name);
        if (batch.length < SWEEP_BATCH) continue;
        await removeOrphans(batch);
        batch = [];
      }
      await removeOrphans(batch);
      return removed;
    },
    check: () => storage.check()
  };
}
function idOf4(name) {
  return name.slice(name.lastIndexOf("/") + 1).replace(/\.part$/, "");
}

// server/src/mail/mailer.ts
import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import sql22 from "sql-template-tag";
var MailError = class extends Error {
  name = "MailError";
  fate;
  constructor(message2, fate, options) {
    super(message2, options);
    this.fate = fate;
  }
};
var OUTBOX_MAX = 500;
var STEP_MILLISECONDS = 1e4;
function openMailer(settings, db) {
  return settings.smtpUrl === void 0 ? outboxMailer(db) : smtpMailer(settings.smtpUrl, settings.mailFrom);
}
function smtpMailer(smtpUrl, mailFrom) {
  const host = /@([^\s<>@]+?)>?$/.exec(mailFrom)?.[1] ?? "localhost";
  return {
    async send(mail2) {
      const to = oneAddress(mail2.to);
      const transport = createTransport({
        url: smtpUrl,
        connectionTimeout: STEP_MILLISECONDS,
        greetingTimeout: STEP_MILLISECONDS,
        socketTimeout: STEP_MILLISECONDS,
        disableFileAccess: true,
        disableUrlAccess: true
      });
      let isHandedOver = false;
      transport.use("stream", ({ message: message2 }, done) => {
        const whole = message2.createReadStream.bind(message2);
        message2.createReadStream = () => Readable.from(
          (async function* () {
            yield* whole();
            isHandedOver = true;
          })(),
          { objectMode: false }
        );
        done();
      });
      try {
        await transport.sendMail({
          from: mailFrom,
          // As an object it is not parsed again, so that no text in it can become a second recipient.
          to: { name: "", address: to },
          subject: oneLine3(mail2.subject),
          text: mail2.text,
          html: mail2.html,
          ...mail2.messageId === void 0 ? {} : { messageId: `<${mail2.messageId}@${host}>` },
          headers: {
            // Keeps out-of-office programs from answering (RFC 3834).
            "Auto-Submitted": "auto-generated",
            ...mail2.unsubscribeUrl === void 0 ? {} : { "List-Unsubscribe": `<${mail2.unsubscribeUrl}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
          }
        });
      } catch (error) {
        throw new MailError("The mail server did not take the mail.", fateOf(error, isHandedOver), { cause: error });
      }
    },
    outbox: async () => []
  };
}
function fateOf(error, isHandedOver) {
  const { code: code2, responseCode } = error;
  if (responseCode === void 0) return isHandedOver ? "unknown" : "later";
  return responseCode >= 500 && (code2 === "EENVELOPE" || code2 === "EMESSAGE") ? "never" : "later";
}
function outboxMailer(db) {
  return {
    async send(mail2) {
      await db.execute(sql22`
        insert into outbox (recipient, subject, body_text, body_html)
        values (${oneAddress(mail2.to)}, ${oneLine3(mail2.subject)}, ${mail2.text}, ${mail2.html})`);
      await db.execute(sql22`delete from outbox where id <= (select id from outbox order by id desc offset ${OUTBOX_MAX} limit 1)`);
    },
    async outbox() {
      const rows = await db.rows(sql22`
        select recipient as "to", subject, body_text as text, body_html as html, at from outbox order by id desc limit ${OUTBOX_MAX}`);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    }
  };
}
function oneAddress(to) {
  const address = to.trim();
  if (!/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(address) || address.length > 320) {
    throw new MailError("The recipient is not one e-mail address.", "never");
  }
  return address;
}
function oneLine3(text3) {
  return text3.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

// contract/src/mails.ts
import * as z10 from "zod";
var MAIL_KINDS = {
  prices: "prices that are approved or disapproved",
  payments: "payments that are recorded",
  orders: "new purchase orders",
  changes: "changes of vendors' bank and tax details"
};
var messages5 = {
  saved: "Mails updated successfully",
  off: "You will get no more of these mails.",
  deadLink: "This link is not complete. Copy it from the mail once more."
};
var switches = z10.object({
  prices: z10.boolean(),
  payments: z10.boolean(),
  orders: z10.boolean(),
  changes: z10.boolean()
});
var MAIL_STATES = {
  waiting: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Not sent",
  unknown: "Unknown",
  expired: "Too late",
  unwanted: "Switched off",
  merged: "Told with others"
};
var queued = z10.object({
  _id: z10.string(),
  createdAt: z10.string(),
  to: z10.string(),
  kind: z10.string(),
  state: z10.enum(Object.keys(MAIL_STATES)),
  tries: z10.number(),
  /** Of the next try; null where there is none. */
  dueAt: z10.string().nullable(),
  /** What the mail server said last. */
  error: z10.string().nullable()
});
var mails = {
  list: operation({
    id: "mail.list",
    summary: "What was to be mailed in the last 90 days, newest first: where it stands, and nothing of what it says",
    method: "GET",
    path: "/api/mail/get",
    access: "admin",
    query: listQuery(
      {
        state: z10.enum(Object.keys(MAIL_STATES), "Must be one of the states of a mail.").optional(),
        to: textFilter
      },
      ["createdAt"]
    ),
    replies: { 200: z10.array(queued), 201: z10.array(queued) }
  }),
  switches: operation({
    id: "mail.switches",
    summary: "Which mails the caller gets: a vendor's and an administrator's kinds together",
    method: "GET",
    path: "/api/mail/settings",
    access: "signed-in",
    replies: { 200: switches }
  }),
  change: operation({
    id: "mail.change",
    summary: "Switches kinds of mails on and off for the caller; what is absent stays",
    method: "PUT",
    path: "/api/mail/settings",
    access: "signed-in",
    body: switches.partial(),
    replies: { 200: z10.object({ message: z10.string(), data: switches }) }
  }),
  unsubscribe: operation({
    id: "mail.unsubscribe",
    summary: "Switches off the kind of mails that a link in one of them names, without a sign-in",
    method: "POST",
    path: "/api/mail/unsubscribe",
    access: "anyone",
    body: z10.object({ token: z10.string("This link is not complete.") }),
    replies: { 200: message }
  })
};

// server/src/mail/mailing.ts
import sql24 from "sql-template-tag";

// server/src/mail/gathered.ts
function gatheredMail(kind, told, reader) {
  const { path, label, ...parts2 } = MAILS[kind](told);
  return compose({
    name: reader.name,
    ...parts2,
    button: { label, url: `${reader.publicUrl}${path}` },
    after: [],
    unsubscribe: { of: MAIL_KINDS[kind], url: reader.unsubscribeUrl }
  });
}
var MAILS = {
  prices(told) {
    const count3 = (approved) => sum(told.filter((each) => each.approved === approved));
    const [yes, no2] = [count3(true), count3(false)];
    const words2 = [...yes > 0 ? [`${counted(yes, "price")} approved`] : [], ...no2 > 0 ? [`${counted(no2, "price")} disapproved`] : []];
    const urgent = [...told].sort((one2, other) => Number(one2.approved) - Number(other.approved));
    const rows = urgent.flatMap(
      ({ approved, products }) => products.map(({ name, ean: ean3, price: price2 }) => [
        `${harmless(name, "Product")}
EAN Code: ${ean3}`,
        showMoney(price2),
        approved ? "Approved" : "Disapproved"
      ])
    );
    return {
      subject: words2.join(", "),
      before: [
        no2 === 0 ? "The buyer has approved your transfer price." : yes === 0 ? "The buyer does not approve your transfer price. Change it and save the product, so that it can be looked at again." : "The buyer has looked at your transfer prices. Those that are disapproved can be changed, so that they are looked at again."
      ],
      table: firstOf(yes + no2, rows, ["Product", "Transfer price", "Decision"], [1]),
      path: "/master-products/products",
      label: "See your products"
    };
  },
  payments(told) {
    const [count3, total] = [sum(told), told.reduce((all, each) => all.plus(each.total), new Decimal(0))];
    const rows = told.flatMap(
      ({ payments: payments2 }) => payments2.map(({ invoice: invoice2, amount: amount6, mode, paidOn }) => [
        `${invoice2 === null ? "On account" : harmless(invoice2, "\u2013")}
${showDate(paidOn)}`,
        mode === "cheque" ? "Cheque" : "Online",
        showMoney(amount6)
      ])
    );
    return {
      subject: count3 === 1 ? `Payment of ${showMoney(total.toFixed(2))} recorded` : `${counted(count3, "payment")} recorded`,
      before: [
        count3 === 1 ? "A payment was recorded for you." : `Payments of ${showMoney(total.toFixed(2))} in all were recorded for you.`
      ],
      table: firstOf(count3, rows, ["Invoice", "Mode", "Amount"], [2]),
      path: "/invoices/payment-report",
      label: "See the payment report"
    };
  },
  orders(told) {
    const count3 = sum(told);
    const [first] = told.flatMap(({ orders: orders2 }) => orders2);
    const rows = told.flatMap(
      ({ orders: orders2 }) => orders2.map(({ number: number18, orderedOn, value, deliverBy }) => [
        `${harmless(number18, "\u2013")}
PO Date: ${showDate(orderedOn)}`,
        showDate(deliverBy),
        showMoney(value)
      ])
    );
    return {
      subject: count3 === 1 && first ? `New purchase order ${harmless(first.number, "")}`.trim() : counted(count3, "new purchase order"),
      before: [count3 === 1 ? "The buyer has sent you a purchase order." : "The buyer has sent you purchase orders."],
      table: firstOf(count3, rows, ["PO Number", "Deliver By", "Value"], [2]),
      path: "/purchase-orders",
      label: "See your purchase orders"
    };
  },
  changes(told) {
    const vendors = [...new Set(told.map(({ vendor: vendor2 }) => harmless(vendor2, "a vendor")))];
    return {
      subject: vendors.length === 1 ? `Bank or tax details of ${vendors[0]} changed` : `Bank or tax details of ${vendors.length} vendors changed`,
      before: ["Compare them with what you know of the vendor, and ask by telephone where you are not sure, before the next payment."],
      // No values: a mail is read on the way.
      table: firstOf(
        told.length,
        told.map(({ vendor: vendor2, fields, by }) => [harmless(vendor2, "A vendor"), fields.join(", "), harmless(by, "\u2013")]),
        ["Vendor", "Changed", "By"],
        []
      ),
      path: "/audit-log?sensitive=true",
      label: "See what was changed"
    };
  }
};
var sum = (told) => told.reduce((all, { count: count3 }) => all + count3, 0);
function counted(count3, what) {
  return `${showNumber(count3)} ${what}${count3 === 1 ? "" : "s"}`;
}
function firstOf(count3, rows, headings, figures2) {
  const first = rows.slice(0, TOLD_MOST);
  const more = count3 - first.length;
  return { headings, figures: figures2, rows: more > 0 ? [...first, [`And ${showNumber(more)} more`, ...headings.slice(1).map(() => "")]] : first };
}

// server/src/mail/switches.ts
import { createHmac as createHmac3, timingSafeEqual as timingSafeEqual2 } from "node:crypto";
import sql23 from "sql-template-tag";

// server/src/http/errors.ts
var Refusal = class extends Error {
  status;
  /** One message a field, under the code's names; the handler turns them into the wire's. */
  errors;
  /** Further members of the body, such as the newer record of a stale edit; under the code's names too. */
  extra;
  retryAfterSeconds;
  constructor(status, message2, more = {}) {
    super(message2);
    this.name = "Refusal";
    this.status = status;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
  body() {
    const errors = this.errors && {
      errors: Object.fromEntries(Object.entries(this.errors).map(([field2, text3]) => [wireName(field2), text3]))
    };
    return { message: this.message, ...errors, ...encodeNames(this.extra) };
  }
};
var badRequest = (message2) => new Refusal(400, message2);
var notSignedIn = () => new Refusal(401, "Please sign in.");
var forbidden = (message2 = "You are not allowed to do this.") => new Refusal(403, message2);
var notFound = () => new Refusal(404, "Not found.");
var conflict = (message2, extra = {}) => new Refusal(409, message2, { extra });
var invalid = (errors, status = 422) => new Refusal(status, Object.values(errors)[0] ?? "Some fields are not right.", { errors });
function invalidFields(issues) {
  const errors = {};
  for (const { path, message: message2 } of issues) errors[String(path[0])] ??= message2;
  return invalid(errors);
}
var tooMany = (retryAfterSeconds) => new Refusal(429, "Too many attempts. Please wait and try again.", { retryAfterSeconds });
var busy = (retryAfterSeconds = 2) => new Refusal(503, "The server is busy. Please try again.", { retryAfterSeconds });
function refuseStale(stored, sent, newer = stored) {
  if (isBlank(sent) || sent === stored.updatedAt) return;
  throw conflict("Somebody else has changed this record. Please look at the newer one.", { data: newer });
}

// server/src/mail/switches.ts
var KINDS = Object.keys(MAIL_KINDS);
function isSwitchable(kind) {
  return Object.hasOwn(MAIL_KINDS, kind);
}
async function mailSwitches(db, userId) {
  const off = await db.rows(sql23`select kind from mails_off where user_id = ${userId}`);
  const isOff = new Set(off.map(({ kind }) => kind));
  return Object.fromEntries(KINDS.map((kind) => [kind, !isOff.has(kind)]));
}
async function changeSwitches(ctx, actor, userId, sent) {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql23`select from users where id = ${userId} for no key update`);
    const before = await mailSwitches(tx, userId);
    const on2 = KINDS.filter((kind) => sent[kind] === true);
    const off = KINDS.filter((kind) => sent[kind] === false);
    await tx.execute(sql23`delete from mails_off where user_id = ${userId} and kind = any(${on2}::text[])`);
    await tx.execute(sql23`
      insert into mails_off (user_id, kind) select ${userId}::bigint, unnest(${off}::text[]) on conflict do nothing`);
    const after = await mailSwitches(tx, userId);
    await recordChange(tx, { actor, ownerId: userId, action: "user.mails", entity: "user", entityId: userId }, before, after);
    return after;
  });
}
async function unsubscribeUrl(db, publicUrl, userId, kind) {
  const signature = signatureOf(await installationSecret(db, SECRET2), userId, kind);
  return `${publicUrl}/unsubscribe/${userId}.${kind}.${signature}`;
}
async function unsubscribe(ctx, token) {
  const [userId = "", kind = "", signature = ""] = token.split(".");
  const expected = signatureOf(await installationSecret(ctx.db, SECRET2), userId, kind);
  const [given3, right] = [Buffer.from(signature), Buffer.from(expected)];
  if (!isSwitchable(kind) || given3.length !== right.length || !timingSafeEqual2(given3, right)) throw new Refusal(404, messages5.deadLink);
  await changeSwitches(ctx, null, userId, { [kind]: false });
}
var SECRET2 = "unsubscribe";
function signatureOf(secret, userId, kind) {
  return createHmac3("sha256", secret).update(`${userId}.${kind}`).digest("base64url");
}

// server/src/mail/mailing.ts
var RETRY_MINUTES = [1, 5, 15, 60, 3 * 60, 6 * 60, 12 * 60, 24 * 60];
var AT_ONCE3 = 3;
var LOOKS_MILLISECONDS2 = 1e4;
var QUIET_SECONDS = 60;
var GATHERED_SECONDS = 15 * 60;
var SENDING_SECONDS = 5 * 60;
var PATIENCE_MILLISECONDS = 2 * 6e4;
function openMailing(db, mailer, settings) {
  const job = openWakeful((goesOn) => flush({ goesOn }), { every: LOOKS_MILLISECONDS2, failed: "Sending mail failed:" });
  async function flush({ evenGathering = false, goesOn = () => true } = {}) {
    await giveUpUnknown(db);
    const sender = async () => {
      while (goesOn()) {
        const mail2 = await claim(db, evenGathering);
        if (mail2 === null) return;
        await deliver(mail2);
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: AT_ONCE3 }, sender));
    for (const each of ended) if (each.status === "rejected") throw each.reason;
  }
  async function deliver(mail2) {
    let isHandedOver = false;
    try {
      const addressed = await messageOf(db, settings, mail2);
      isHandedOver = true;
      await within(PATIENCE_MILLISECONDS, mailer.send({ ...addressed, messageId: mail2.messageId }), "The mail server took too long.");
    } catch (error) {
      const fate = error instanceof MailError ? error.fate : isHandedOver ? "unknown" : "later";
      const cause = error instanceof MailError && error.cause instanceof Error ? error.cause : error;
      console.error(`Mail ${mail2.id} (${mail2.kind}) was not sent, try ${mail2.tries}: ${cause.message}`);
      await putBack(db, mail2, fate, cause.message);
      return false;
    }
    await db.execute(sql24`update mails set state = 'sent', content = null, error = null where id = ${mail2.id} and state = 'sending'`);
    return true;
  }
  return {
    ...job,
    flush,
    async sendNow(id) {
      const mail2 = await db.first(sql24`
        select id::text, message_id::text as "messageId", kind, user_id::text as "userId", content, ${RETRY_MINUTES.length + 1}::int as tries
        from mails where id = ${id} and state = 'sending'`);
      return mail2 !== void 0 && await deliver(mail2);
    },
    outbox: () => mailer.outbox()
  };
}
async function claim(db, evenGathering) {
  const gathered = Object.keys(MAIL_KINDS);
  return db.transaction(async (tx) => {
    await tx.execute(sql24`select pg_advisory_xact_lock(hashtextextended('mails', 0))`);
    await tx.execute(sql24`
      update mails set state = 'expired', content = null where state = 'waiting' and due_at <= clock_timestamp() and expires_at <= clock_timestamp()`);
    await tx.execute(sql24`
      update mails set state = 'unwanted', content = null
      from mails_off off where state = 'waiting' and due_at <= clock_timestamp() and off.user_id = mails.user_id and off.kind = mails.kind`);
    const first = await tx.first(sql24`
      select id::text, message_id::text as "messageId", kind, user_id::text as "userId", content, tries, kind = any(${gathered}::text[]) as "isGathered"
      from mails mail where state = 'waiting' and due_at <= clock_timestamp() and (
        kind <> all(${gathered}::text[]) or ${evenGathering}
        or created_at <= clock_timestamp() - make_interval(secs => ${GATHERED_SECONDS})
        or not exists (
          select from mails newer where newer.state = 'waiting' and newer.user_id = mail.user_id and newer.kind = mail.kind
            and newer.created_at > clock_timestamp() - make_interval(secs => ${QUIET_SECONDS})))
      order by due_at, id limit 1`);
    if (first === void 0) return null;
    const { isGathered, ...mail2 } = first;
    const rest = isGathered ? await tx.rows(sql24`
          select id::text, content from mails
          where state = 'waiting' and user_id = ${mail2.userId} and kind = ${mail2.kind} and id <> ${mail2.id} order by id`) : [];
    const content = isGathered ? [mail2, ...rest].flatMap((each) => each.content) : mail2.content;
    await tx.execute(sql24`
      update mails set state = 'merged', content = null where id = any(${rest.map(({ id }) => id)}::bigint[])`);
    await tx.execute(sql24`
      update mails set state = 'sending', content = ${storableJson(content)}::jsonb, tries = tries + 1, tried_at = clock_timestamp() where id = ${mail2.id}`);
    return { ...mail2, content, tries: mail2.tries + 1 };
  });
}
async function putBack(db, mail2, fate, problem2) {
  const minutes = fate === "later" ? RETRY_MINUTES[mail2.tries - 1] : void 0;
  const error = problem2.slice(0, 500);
  await db.execute(
    minutes === void 0 ? sql24`
          update mails set state = ${fate === "unknown" ? "unknown" : "failed"}, content = null, error = ${error} where id = ${mail2.id} and state = 'sending'` : sql24`
          update mails set state = 'waiting', due_at = clock_timestamp() + make_interval(mins => ${minutes}), error = ${error}
          where id = ${mail2.id} and state = 'sending'`
  );
}
async function giveUpUnknown(db) {
  await db.execute(sql24`
    update mails set state = 'unknown', content = null, error = 'The portal ended while it was sending this.'
    where state = 'sending' and tried_at < clock_timestamp() - make_interval(secs => ${SENDING_SECONDS})`);
}
async function messageOf(db, settings, { id, kind, userId, content }) {
  const receiver = await db.first(sql24`
    select coalesce(recipient, email) as "to", first_name as name from mails join users on users.id = user_id where mails.id = ${id}`);
  if (receiver === void 0) throw new MailError("Nobody gets this mail.", "never");
  const { to, name } = receiver;
  if (isAccountMail(kind)) return { to, ...accountMail(kind, content) };
  if (!isSwitchable(kind)) throw new MailError(`Nobody knows mails of the kind ${kind}.`, "never");
  const url = await unsubscribeUrl(db, settings.publicUrl, userId, kind);
  return { to, unsubscribeUrl: url, ...gatheredMail(kind, content, { name, publicUrl: settings.publicUrl, unsubscribeUrl: url }) };
}
async function mailCounts(db) {
  const rows = await db.rows(sql24`
    select state, count(*)::int as count from mails where state in ('waiting', 'sending', 'failed', 'unknown') group by state`);
  return { waiting: 0, sending: 0, failed: 0, unknown: 0, ...Object.fromEntries(rows.map(({ state: state2, count: count3 }) => [state2, count3])) };
}

// server/src/openContext.ts
async function openContext(settings, db, databaseUrl, clock = () => /* @__PURE__ */ new Date()) {
  const [sessions2, files2, captcha, box] = await Promise.all([
    openSessions(db, databaseUrl, clock, settings),
    openFileStore(settings, db, clock),
    openCaptcha(settings, db),
    openBox(db, "second-factor")
  ]);
  const mail2 = openMailing(db, openMailer(settings, db), settings);
  const { databaseReplicaUrl: replicaUrl, databasePool: max, preparedStatements: prepared } = settings;
  const reports = replicaUrl === void 0 ? withoutReplica(db) : openReplica(db, { url: replicaUrl, max, prepared });
  const buyerSystem = openBuyerSystem(settings.erp, db);
  const ctx = {
    db,
    reports,
    clock,
    sessions: sessions2,
    mail: mail2,
    spreading: openSpreading(db),
    files: files2,
    buyerSystem,
    pulling: openPulling(db, () => ctx.buyerSystem),
    captcha,
    box,
    settings,
    afterwards: (work) => void work().catch(complain)
  };
  return ctx;
}

// server/src/app.ts
import { existsSync as existsSync2 } from "node:fs";
import { fileURLToPath as fileURLToPath2 } from "node:url";
import fastify, { LogController } from "fastify";

// contract/src/audit.ts
import * as z11 from "zod";
var exactly = textFilter.transform((text3) => text3 || void 0);
var change = z11.object({
  _id: z11.string(),
  at: z11.string(),
  /** Who it was; empty for a visitor or the system itself. */
  actor: z11.string(),
  action: z11.string(),
  entity: z11.string(),
  entityId: z11.string(),
  before: z11.record(z11.string(), z11.unknown()).nullable(),
  after: z11.record(z11.string(), z11.unknown()).nullable()
});
var entry = change.extend({ owner: z11.string(), ownerId: z11.string().nullable(), sensitive: z11.boolean() });
var OWN_ENTITIES = [
  "user",
  "product",
  "scheme",
  "invoice",
  "payment",
  "debitMemo",
  "creditMemo",
  "purchaseOrder",
  "dispatchNote"
];
var ADMINISTRATOR = "Administrator";
var filters2 = {
  /** Whose record it is. */
  userID: ownerChoice,
  /** Who did it. */
  actorID: exactly,
  entity: exactly,
  entityId: exactly,
  action: exactly,
  sensitive: z11.enum(["true", "false"], "Must be true or false.").optional(),
  startDate: dateFilter,
  endDate: dateFilter
};
var audit = {
  list: operation({
    id: "audit.list",
    summary: "The audit log, newest first",
    method: "GET",
    path: "/api/audit/get",
    access: "admin",
    query: listQuery(filters2, ["at"]),
    replies: { 200: z11.array(entry), 201: z11.array(entry) }
  }),
  export: operation({
    id: "audit.export",
    summary: "A workbook of all entries that the filters leave, a row a field",
    method: "GET",
    path: "/api/audit/export",
    access: "admin",
    query: listQuery(filters2, ["at"]),
    replies: { 200: workbook }
  }),
  history: operation({
    id: "audit.history",
    summary: "What happened to one record, newest first, for its owner and administrators",
    method: "GET",
    path: "/api/audit/history/{id}",
    access: "active",
    params: z11.object({ id: z11.string() }),
    query: listQuery({ entity: z11.enum(OWN_ENTITIES, `Must be one of ${OWN_ENTITIES.join(", ")}.`) }, ["at"]),
    replies: { 200: z11.array(change), 201: z11.array(change) }
  }),
  unseen: operation({
    id: "audit.unseen",
    summary: "How many changes of bank, tax and documents there are that the caller has not looked at",
    method: "GET",
    path: "/api/audit/unseen",
    access: "admin",
    replies: { 200: z11.object({ count: z11.number() }) }
  }),
  seen: operation({
    id: "audit.seen",
    summary: "The caller has looked at the changes of bank, tax and documents up to this entry; the answer counts those that came since",
    method: "POST",
    path: "/api/audit/seen",
    access: "admin",
    body: z11.object({ _id: z11.string() }),
    replies: { 200: z11.object({ count: z11.number() }) }
  })
};

// contract/src/accounts.ts
import * as z12 from "zod";
var VENDOR_TYPES = ["Farmer", "Manufacturer", "Traders", "Packhouse", "Millers", "Packaging house", "Processors"];
var VENDOR_CODE_LIMIT = 1e5;
var DOCUMENTS = [
  { slot: "panpicture", link: "panDocument", required: "PAN number document is required." },
  { slot: "gstpicture", link: "gstDocument", required: "GST number document is required." },
  { slot: "cancelledchequepic", link: "cancelledCheque", required: "Cancelled cheque document is required." },
  { slot: "coincorporation", link: "certiOfIncorporation", required: "Certificate of incorporation document is required." }
];
var FILE_SLOTS = ["avatar", ...DOCUMENTS.map((document) => document.slot)];
var messages6 = {
  badCredentials: "These credentials do not match our records.",
  duplicateEmail: "E-mail already exists.",
  duplicateMobile: "Mobile number already exists.",
  captcha: "Please verify that you are not a robot.",
  inactive: "Sorry! Your status is inactive",
  otherDevice: "You are logged in from another device. Please login again",
  wrong: "Something went wrong",
  created: "User created successfully",
  updated: "User updated successfully",
  loggedOut: "You have logged out.",
  resetFailed: "Something went wrong. Can not send reset link. Please try latter ",
  userNotFound: "User not fount.",
  resetSent: "Reset link sent successfully",
  passwordMismatch: "Password does not match.",
  passwordChanged: "Password changed successfully",
  resetLinkDead: "This link has expired or was used already. Please ask for a new one.",
  lastAdministrator: "This is the last active administrator. Make another one first."
};
var USER_FIELDS = [
  "vendor_name",
  "firstName",
  "middleName",
  "lastName",
  "vendorType",
  "vendor_Address_code",
  "address_Line1",
  "address_Line2",
  "postal_Code",
  "country_id",
  "state",
  "city",
  "email",
  "mobileNumber",
  "pan",
  "gstin",
  "bankName",
  "accountNumber",
  "IFSCCode",
  "paymentTerms",
  "shippingTerms"
];
var absent2 = z12.string().nullable();
var user = z12.object({
  _id: z12.string(),
  firstName: z12.string(),
  middleName: absent2,
  lastName: z12.string(),
  email: z12.string(),
  mobileNumber: z12.string(),
  isAdmin: z12.boolean(),
  isActive: z12.boolean(),
  userImg: absent2,
  vendor_name: z12.string(),
  vendorType: absent2,
  vendor_Code: z12.number(),
  vendor_Address_code: absent2,
  address_Line1: z12.string(),
  address_Line2: z12.string(),
  postal_Code: z12.string(),
  country_id: z12.string(),
  countryName: absent2,
  state: z12.string(),
  stateName: absent2,
  city: z12.string(),
  pan: absent2,
  gstin: absent2,
  panDocument: absent2,
  gstDocument: absent2,
  cancelledCheque: absent2,
  certiOfIncorporation: absent2,
  bankName: absent2,
  accountNumber: absent2,
  IFSCCode: absent2,
  paymentTerms: absent2,
  shippingTerms: absent2,
  system_Vendor_id: absent2,
  createdAt: z12.string(),
  updatedAt: z12.string(),
  /** One's own record only: the asking token where it is the user's current session, else null. */
  accessToken: absent2.optional()
});
var newPassword = anything.transform((value, context) => {
  if (value === void 0 || value === null || value === "") return void 0;
  if (typeof value === "string") return value;
  context.addIssue({ code: "custom", message: "Must be text." });
  return z12.NEVER;
}).meta({ type: ["string", "null"] });
var userBody = z12.looseObject({
  ...Object.fromEntries(USER_FIELDS.map((name) => [name, anything.meta({ type: ["string", "null"] })])),
  password: newPassword,
  vendor_Code: anything.meta({ type: ["integer", "string"] }),
  system_Vendor_id: anything.meta({ type: ["string", "null"] }),
  isAdmin: anything.meta({ type: "boolean" }),
  isActive: anything.meta({ type: "boolean" }),
  updatedAt: anything.meta({ type: "string" }),
  captcha: anything.meta({ type: "string" })
});
var option = z12.object({ key: z12.string(), value: z12.string(), gstCode: z12.string().optional() });
var duplicate = z12.object({ status: z12.literal(201), message: z12.string() });
var accounts = {
  login: operation({
    id: "auth.login",
    summary: "Sign in",
    method: "POST",
    path: "/api/auth/login",
    access: "anyone",
    body: z12.object({ email: z12.string().max(320), password: z12.string().max(1e3) }),
    // 202: the password is right, and a code is needed.
    replies: {
      200: z12.object({ token: z12.string(), detail: user }),
      202: z12.object({ message: z12.string(), challenge: z12.string() })
    }
  }),
  logout: operation({
    id: "auth.logout",
    summary: "Sign out: the token is dead afterwards",
    method: "POST",
    path: "/api/auth/logout",
    access: "signed-in",
    beforeSetUp: true,
    replies: { 200: message }
  }),
  create: operation({
    id: "auth.create",
    summary: "Register as a vendor (no token, with captcha) or create a user (administrator)",
    method: "POST",
    path: "/api/auth/create",
    access: "optional",
    body: userBody,
    files: FILE_SLOTS,
    idempotent: true,
    replies: {
      200: z12.object({ status: z12.literal(200), message: z12.string(), data: z12.object({ _id: z12.string(), vendor_Code: z12.number() }) }),
      201: duplicate
    }
  }),
  createUser: operation({
    id: "auth.createUser",
    summary: "Create or match a vendor in the buyer's system",
    method: "POST",
    path: "/api/auth/createUser",
    access: "admin",
    body: userBody,
    replies: { 200: z12.object({ message: z12.string(), data: z12.string() }) }
  }),
  counts: operation({
    id: "auth.getCountDetail",
    summary: "The dashboard's counts, in fixed order",
    method: "GET",
    path: "/api/auth/getCountDetail",
    access: "active",
    replies: { 200: z12.object({ countList: z12.array(z12.record(z12.string(), z12.number())) }) }
  }),
  names: operation({
    id: "auth.getAllUser",
    summary: "Names of all users, for the user selector; a vendor gets only itself",
    method: "GET",
    path: "/api/auth/getAllUser",
    access: "signed-in",
    replies: {
      200: z12.object({
        userList: z12.array(z12.object({ _id: z12.string(), firstName: z12.string(), lastName: z12.string(), vendor_name: z12.string() }))
      })
    }
  }),
  list: operation({
    id: "auth.user.list",
    summary: "Users; a vendor gets only itself",
    method: "GET",
    path: "/api/auth/user",
    access: "signed-in",
    query: listQuery(
      {
        status: z12.enum(["active", "inactive"], "Must be active or inactive.").optional(),
        /** `false`: vendors that the buyer's system does not know yet. */
        synced: z12.enum(["true", "false"], "Must be true or false.").optional(),
        search: textFilter
      },
      ["firstName", "lastName", "email", "vendor_Code", "createdAt"]
    ),
    replies: { 200: z12.array(user), 201: z12.array(user) }
  }),
  get: operation({
    id: "auth.user.get",
    summary: "One user, as an array of one",
    method: "GET",
    path: "/api/auth/user/{id}",
    access: "signed-in",
    beforeSetUp: true,
    params: idParams,
    replies: { 200: z12.array(user) }
  }),
  edit: operation({
    id: "auth.edit",
    summary: "Change a user; with only passWord and no token, set a new password by the secret of a reset link",
    method: "PUT",
    path: "/api/auth/edit/{id}",
    access: "optional",
    params: idParams,
    body: userBody,
    files: FILE_SLOTS,
    replies: { 200: z12.object({ message: z12.string(), data: user.nullable() }), 201: duplicate }
  }),
  countries: operation({
    id: "auth.getCountry",
    summary: "Countries (ISO 3166-1), India first",
    method: "GET",
    path: "/api/auth/getCountry",
    access: "anyone",
    replies: { 200: z12.array(option) }
  }),
  states: operation({
    id: "auth.getState",
    summary: "A country's states (ISO 3166-2); India's carry their GST state code",
    method: "GET",
    path: "/api/auth/getState/{countryId}",
    access: "anyone",
    params: z12.object({ countryId: z12.string() }),
    replies: { 200: z12.array(option) }
  }),
  sync: operation({
    id: "auth.syncCall",
    summary: "Create or match every vendor that the buyer's system does not know yet",
    method: "GET",
    path: "/api/auth/syncCall",
    access: "admin",
    replies: { 200: z12.object({ message: z12.string(), synced: z12.number(), failed: z12.number() }) }
  }),
  forgetPassword: operation({
    id: "auth.forgetPassword",
    summary: "Mail a link that sets a new password",
    method: "POST",
    path: "/api/auth/forgetPassword",
    access: "anyone",
    body: z12.object({ email: z12.string().max(320) }),
    replies: { 200: message }
  }),
  captcha: operation({
    id: "captcha.challenge",
    summary: "An ALTCHA challenge for registration",
    method: "GET",
    path: "/api/captcha",
    access: "anyone",
    replies: { 200: z12.record(z12.string(), z12.unknown()) }
  })
};

// contract/src/security.ts
import * as z13 from "zod";
var RECOVERY_CODES = 10;
var CHALLENGE_MINUTES = 5;
var SIGN_INS_SHOWN = 50;
var securityMessages = {
  codeNeeded: "Please enter the code of your authenticator app.",
  challengeDead: "The sign-in took too long or failed too often. Please enter your password again.",
  wrongCode: "This code is not right. Wait for the next one and try again.",
  wrongRecoveryCode: "This recovery code is not right, or it was used already.",
  wrongPassword: "The password is not right.",
  setUpFirst: "Administrators need a second factor here. Please set it up on your profile first.",
  alreadyOn: "The second factor is on already. To use another device, enter a code of the present one.",
  notOn: "The second factor is not on.",
  setUpOver: "The set-up took too long. Please start again.",
  required: "Administrators need a second factor here. It can not be turned off.",
  notOneself: "To turn off your own second factor, use your profile and a code.",
  on: "The second factor is on.",
  off: "The second factor is off.",
  newCodes: "You have new recovery codes. The old ones work no more.",
  reset: "The second factor was reset. The user is signed out everywhere and signs in with the password alone.",
  sessionEnded: "That device is signed out."
};
var password = z13.string().max(1e3);
var code = z13.string().max(100);
var security = z13.object({
  /** Since when codes are asked for at the sign-in; null: they are not. */
  onSince: z13.string().nullable(),
  /** Recovery codes that were not used yet. */
  codesLeft: z13.number(),
  /** Whether this user has to have it. */
  required: z13.boolean(),
  /** Live sessions. */
  sessions: z13.number()
});
var SIGN_IN_RESULTS = ["signed-in", "wrong-password", "code-asked", "wrong-code"];
var signIn = z13.object({
  _id: z13.string(),
  at: z13.string(),
  address: z13.string().nullable(),
  userAgent: z13.string().nullable(),
  result: z13.enum(SIGN_IN_RESULTS),
  /** What was given besides the password, where it was right. */
  secondFactor: z13.enum(["code", "recovery code"]).nullable()
});
var session = z13.object({
  _id: z13.string(),
  createdAt: z13.string(),
  /** To about five minutes. */
  lastSeenAt: z13.string(),
  address: z13.string().nullable(),
  userAgent: z13.string().nullable(),
  /** Whether it is the one that asks. */
  current: z13.boolean()
});
var codes = z13.object({ message: z13.string(), codes: z13.array(z13.string()) });
var secondFactor = {
  get: operation({
    id: "security.get",
    summary: "Second factor and number of sessions: of oneself, for an administrator of anybody",
    method: "GET",
    path: "/api/auth/security/{id}",
    access: "active",
    beforeSetUp: true,
    params: idParams,
    replies: { 200: security }
  }),
  login: operation({
    id: "auth.login.code",
    summary: "The second step of a sign-in: the challenge of the first, and a code or recovery code",
    method: "POST",
    path: "/api/auth/login/code",
    access: "anyone",
    body: z13.object({ challenge: z13.string().max(200), code }),
    replies: { 200: z13.object({ token: z13.string(), detail: user }) }
  }),
  start: operation({
    id: "secondFactor.start",
    summary: "Begin to set up a second factor, or with a code of the present device to move it to another one",
    method: "POST",
    path: "/api/auth/secondFactor/start",
    access: "active",
    beforeSetUp: true,
    body: z13.object({ password, code: code.optional() }),
    replies: { 200: z13.object({ secret: z13.string(), uri: z13.string() }) }
  }),
  confirm: operation({
    id: "secondFactor.confirm",
    summary: "Switch it on by the first code of the new device; answers the recovery codes, this once",
    method: "POST",
    path: "/api/auth/secondFactor/confirm",
    access: "active",
    beforeSetUp: true,
    body: z13.object({ code }),
    replies: { 200: codes }
  }),
  newCodes: operation({
    id: "secondFactor.newCodes",
    summary: "New recovery codes in place of the old ones",
    method: "POST",
    path: "/api/auth/secondFactor/codes",
    access: "active",
    body: z13.object({ password, code }),
    replies: { 200: codes }
  }),
  off: operation({
    id: "secondFactor.off",
    summary: "Switch the second factor off, where it is not required",
    method: "POST",
    path: "/api/auth/secondFactor/off",
    access: "active",
    body: z13.object({ password, code }),
    replies: { 200: message }
  }),
  reset: operation({
    id: "secondFactor.reset",
    summary: "Take the second factor off a user who has lost the device",
    method: "POST",
    path: "/api/auth/secondFactor/reset/{id}",
    access: "admin",
    params: idParams,
    replies: { 200: message }
  })
};
var sessions = {
  signIns: operation({
    id: "session.signIns",
    summary: "One's last tries to sign in, also those that failed, newest first",
    method: "GET",
    path: "/api/auth/signIns",
    access: "active",
    replies: { 200: z13.array(signIn) }
  }),
  list: operation({
    id: "session.list",
    summary: "One's live sessions, the last used first",
    method: "GET",
    path: "/api/auth/sessions",
    access: "active",
    replies: { 200: z13.array(session) }
  }),
  end: operation({
    id: "session.end",
    summary: "Sign one of one's devices out",
    method: "DELETE",
    path: "/api/auth/sessions/{id}",
    access: "active",
    params: idParams,
    replies: { 200: message }
  }),
  endAll: operation({
    id: "session.endAll",
    summary: "Sign out everywhere: on all other devices, or with `all` on this one too",
    method: "POST",
    path: "/api/auth/sessions/end",
    access: "active",
    body: z13.object({ all: z13.boolean("Must be true or false.").optional() }),
    replies: { 200: message }
  }),
  endOf: operation({
    id: "session.endOf",
    summary: "Sign another user out everywhere",
    method: "POST",
    path: "/api/auth/sessions/end/{id}",
    access: "admin",
    params: idParams,
    replies: { 200: message }
  })
};

// server/src/http/idempotency.ts
import { createHash as createHash5, createHmac as createHmac4 } from "node:crypto";
import sql25 from "sql-template-tag";
async function onceByKey(ctx, attempt2, run) {
  const { key, operation: operation2 } = attempt2;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw badRequest("The Idempotency-Key should be 1 to 255 printable characters.");
  const caller = attempt2.actor?.id ?? "0";
  const stored = createHash5("sha256").update(key).digest("base64url");
  const digest3 = bodyDigest(attempt2);
  return ctx.db.transaction(async (tx) => {
    await tx.execute(
      sql25`delete from idempotency_keys where caller_id = ${caller} and key = ${stored} and created_at < now() - interval '3 days'`
    );
    const claimed = await tx.execute(sql25`
      insert into idempotency_keys (caller_id, key, operation, body_digest, status, reply)
      values (${caller}, ${stored}, ${operation2.id}, ${digest3}, 0, '') on conflict do nothing`);
    if (claimed === 0) {
      const first = await tx.first(sql25`
        select operation, body_digest, status, reply from idempotency_keys where caller_id = ${caller} and key = ${stored}`);
      if (first === void 0 || first.operation !== operation2.id || !first.body_digest.equals(digest3)) {
        throw invalid({ "Idempotency-Key": "This Idempotency-Key was used for another request." });
      }
      return { status: first.status, body: new WireJson(first.reply) };
    }
    const answer = await run({ ...ctx, db: tx });
    if (answer.status !== 200) {
      await tx.execute(sql25`delete from idempotency_keys where caller_id = ${caller} and key = ${stored}`);
      return answer;
    }
    const body = answer.body;
    const text3 = body instanceof WireJson ? body.text : JSON.stringify(encodeNames(body));
    await tx.execute(sql25`
      update idempotency_keys set status = ${answer.status}, reply = ${text3} where caller_id = ${caller} and key = ${stored}`);
    return answer;
  });
}
function bodyDigest({ key, body, files: files2 }) {
  const hash3 = createHmac4("sha256", key).update(JSON.stringify(body));
  for (const [slot, file] of [...files2].sort(([a], [b]) => a.localeCompare(b))) hash3.update(slot).update(file.content);
  return hash3.digest();
}

// server/src/http/forms.ts
import multipart from "@fastify/multipart";
var TYPE = "multipart/form-data";
var UNREAD_FORM = /* @__PURE__ */ Symbol("a form that nobody reads");
async function openForms(app) {
  await app.register(async (forms) => {
    await forms.register(multipart, { throwFileSizeLimit: false });
    app.decorate("forms", forms);
  });
  app.addContentTypeParser(TYPE, (_request, _payload, done) => done(null, UNREAD_FORM));
}

// server/src/http/multipart.ts
function uploadRoom(most) {
  let taken = 0;
  return {
    state: () => ({ taken, most }),
    take(bytes) {
      if (taken + bytes > most) throw busy();
      taken += bytes;
    },
    give(bytes) {
      taken -= bytes;
    }
  };
}
var ROOM = uploadRoom(512 * 1024 * 1024);
var uploads = { forms: { read: 0, refused: 0, interrupted: 0 }, bytes: 0, room: () => ROOM.state() };
var FIELDS_MAX = 100;
var UNSET = /* @__PURE__ */ new Set(["undefined", "null"]);
async function readMultipart(request, slots, bytesMax, room = ROOM) {
  let bytes = 0;
  const take = (more) => {
    room.take(more);
    bytes += more;
  };
  const free = () => {
    room.give(bytes);
    bytes = 0;
  };
  const body = /* @__PURE__ */ Object.create(null);
  const files2 = /* @__PURE__ */ new Map();
  const parts2 = request.parts({
    limits: { fileSize: bytesMax + 1, files: slots.length, fields: FIELDS_MAX, fieldSize: 64 * 1024, headerPairs: 100 }
  });
  try {
    for await (const part of parts2) {
      if (part.type === "field") {
        const text3 = part.value;
        if (slots.includes(part.fieldname) && text3 !== "" && !UNSET.has(String(text3)))
          throw badRequest(`The part ${part.fieldname} has no filename. Please send it as a file.`);
        if (typeof text3 === "string") take(text3.length);
        if (part.valueTruncated) throw new Refusal(413, `The field ${part.fieldname.slice(0, 50)} is too long.`);
        body[part.fieldname] = typeof text3 === "string" && UNSET.has(text3) ? "" : text3;
        continue;
      }
      if (!part.fieldname) throw badRequest("A part of the form has no name.");
      if (!slots.includes(part.fieldname)) throw badRequest(`There is no file field ${part.fieldname.slice(0, 50)}.`);
      const chunks = [];
      for await (const chunk of part.file) {
        take(chunk.length);
        chunks.push(chunk);
      }
      const tooLarge = part.file.truncated || chunks.reduce((sum3, chunk) => sum3 + chunk.length, 0) > bytesMax;
      if (part.filename === void 0 || part.filename === "" && chunks.length === 0) continue;
      files2.set(part.fieldname, {
        name: part.filename.replaceAll(new RegExp("\\p{Cc}", "gu"), ""),
        content: tooLarge ? Buffer.alloc(0) : Buffer.concat(chunks),
        tooLarge
      });
    }
  } catch (error) {
    free();
    uploads.forms[error instanceof Refusal ? "refused" : "interrupted"] += 1;
    if (error instanceof Refusal) throw error;
    const code2 = error.code ?? "";
    if (code2.endsWith("_LIMIT")) throw new Refusal(413, "The form holds too many or too large parts.");
    throw badRequest("The upload was interrupted or is not a form. Please send it again.");
  }
  uploads.forms.read += 1;
  uploads.bytes += bytes;
  return { body, files: files2, free };
}

// server/src/http/serve.ts
var served = /* @__PURE__ */ new WeakMap();
function servedOperations(app) {
  return served.get(app) ?? [];
}
function serve(app, ctx, operation2, handler, { admit: admitCaller, prepare } = {}) {
  served.set(app, [...servedOperations(app), operation2]);
  const parseQuery = rememberingQuery(operation2);
  const takesFiles = operation2.files.length > 0;
  (takesFiles ? app.forms : app).route({
    method: operation2.method,
    url: operation2.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    onRequest: (_request, _reply, done) => done(app.atWork.refusal()),
    handler: async (request, reply) => {
      const token = bearer(request.headers.authorization);
      const found = token === null ? null : ctx.sessions.find(token);
      const actor = admit(operation2, token, found instanceof Promise ? await found : found);
      if (admitCaller !== void 0) await admitCaller({ ctx, actor, address: request.ip });
      const { body, files: files2, free } = takesFiles && request.isMultipart() ? await readForm(operation2, request) : plainBody(request);
      try {
        app.atWork.enter(actor?.id);
        try {
          const answer = await answerTo(request, { actor, token, body, files: files2, signal: takesFiles ? goneAway(reply) : NEVER4 });
          return send(ctx, operation2, reply, answer);
        } finally {
          app.atWork.leave(actor?.id);
        }
      } finally {
        free();
      }
    }
  });
  async function answerTo(request, { actor, token, body, files: files2, signal }) {
    const call = {
      actor,
      params: operation2.params === nothing ? {} : parse(operation2.params, request.params),
      query: parseQuery(request),
      // Most reads take no body and get none.
      body: operation2.body === nothing && !takesFiles && request.body === void 0 ? {} : parse(operation2.body, body),
      files: files2,
      token,
      address: request.ip,
      userAgent: request.headers["user-agent"]?.slice(0, 200) ?? null,
      signal
    };
    const prepared = prepare === void 0 ? void 0 : await prepare({ ctx, ...call });
    let later = [];
    const run = (runCtx) => {
      later = [];
      return handler({ ctx: { ...runCtx, afterwards: (work) => void later.push(work) }, ...call }, prepared);
    };
    const key = request.headers["idempotency-key"];
    const once2 = operation2.idempotent && key !== void 0;
    const answer = once2 ? await onceByKey(ctx, { key: String(key), actor, operation: operation2, body, files: files2 }, run) : await run(ctx);
    for (const work of later) await work().catch(complain);
    return answer;
  }
}
var NEVER4 = new AbortController().signal;
function goneAway({ raw: raw10 }) {
  const gone = new AbortController();
  raw10.once("close", () => raw10.writableFinished || gone.abort(new Refusal(499, "The caller has gone away.")));
  return gone.signal;
}
function admit(operation2, token, actor) {
  if (operation2.access === "anyone") return actor;
  if (actor === null) {
    if (operation2.access === "optional" && token === null) return null;
    throw notSignedIn();
  }
  if (operation2.access !== "signed-in" && !actor.isActive) throw forbidden(messages6.inactive);
  if (operation2.access === "admin" && !actor.isAdmin) throw forbidden();
  if (actor.setUpFirst === true && !operation2.beforeSetUp)
    throw new Refusal(403, securityMessages.setUpFirst, { extra: { secondFactor: "required" } });
  return actor;
}
function bearer(header) {
  const token = header?.replace(/^Bearer /i, "").trim();
  return token === void 0 || token === "" ? null : token;
}
function readForm(operation2, request) {
  return readMultipart(request, operation2.files, operation2.fileBytesMax);
}
function plainBody({ body }) {
  if (body === UNREAD_FORM) throw new Refusal(415, "The body should be application/json.");
  return { body: body === void 0 ? {} : body, files: NO_FILES, free: nothingToFree };
}
var NO_FILES = /* @__PURE__ */ new Map();
var nothingToFree = () => void 0;
function parse(schema, given3) {
  refuseUnstorable(given3);
  const parsed = schema.safeParse(decodeNames(given3));
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  throw issues.some(({ path }) => path.length === 0) ? badRequest("The body should be a JSON object.") : invalidFields(issues);
}
var QUERIES_MAX = 500;
var QUERY_LENGTH_MAX = 300;
function rememberingQuery(operation2) {
  const known = /* @__PURE__ */ new Map();
  return ({ url, query: query2 }) => {
    const start = url.indexOf("?");
    const text3 = start === -1 ? "" : url.slice(start);
    const before = known.get(text3);
    if (before !== void 0) return before;
    const parsed = Object.freeze(parse(operation2.query, { ...query2 }));
    if (known.size >= QUERIES_MAX) known.clear();
    if (text3.length <= QUERY_LENGTH_MAX) known.set(text3, parsed);
    return parsed;
  };
}
var NESTED_MAX2 = 20;
function refuseUnstorable(value, depth = 0) {
  if (typeof value === "string") {
    if (value.includes("\0")) throw badRequest("Text may not contain the NUL character.");
    if (new RegExp("\\p{Cs}", "u").test(value)) throw badRequest("Text may not contain half of a surrogate pair.");
  } else if (typeof value === "object" && value !== null) {
    if (depth === NESTED_MAX2) throw badRequest("The body is nested too deeply.");
    for (const item2 of Object.values(value)) refuseUnstorable(item2, depth + 1);
  }
}
function send(ctx, operation2, reply, answer) {
  const body = answer.body;
  if (body instanceof Workbook) {
    return reply.code(answer.status).type(WORKBOOK_TYPE).headers({ "cache-control": "no-store", "content-disposition": `attachment; filename="${body.name}"` }).send(body.content);
  }
  if (body instanceof Pdf) {
    const disposition = contentDisposition("attachment", cleanFileName(body.name, PDF_TYPE));
    return reply.code(answer.status).type(PDF_TYPE).headers({ "cache-control": "no-store", "content-disposition": disposition }).send(body.content);
  }
  const text3 = body instanceof WireJson ? body.text : JSON.stringify(encodeNames(body));
  if (!ctx.settings.production) checkReply(operation2, answer.status, text3);
  if (answer.headers !== void 0) void reply.headers(answer.headers);
  if (answer.next !== void 0) void reply.header("link", nextLink(reply.request.url, answer.next));
  return reply.code(answer.status).type("application/json; charset=utf-8").header("cache-control", "no-store").send(text3);
}
function nextLink(url, next) {
  const [path = "", query2 = ""] = url.split("?", 2);
  const asked = new URLSearchParams(query2);
  for (const [name, value] of Object.entries(next)) asked.set(name, String(value));
  return `<${path}?${asked.toString()}>; rel="next"`;
}
function checkReply(operation2, status, text3) {
  const schema = operation2.replies[status];
  if (schema === void 0) throw new Error(`${operation2.id} answered ${status}, which the contract does not declare`);
  const checked2 = schema.safeParse(decodeNames(JSON.parse(text3)));
  if (!checked2.success) throw new Error(`${operation2.id} answered ${status} with a body outside the contract: ${checked2.error.message}`);
}

// contract/src/auditWords.ts
var ENTITIES = {
  user: "User",
  session: "Sign-in",
  product: "Product",
  scheme: "Scheme",
  invoice: "Invoice",
  payment: "Payment",
  debitMemo: "Debit memo",
  creditMemo: "Credit memo",
  purchaseOrder: "Purchase order",
  dispatchNote: "Dispatch note",
  purchaseReturn: "Purchase return",
  receipt: "Receipt",
  item: "Item",
  buyerSystem: "Buyer's system"
};
var ACTIONS = {
  "user.register": "Registered",
  "user.create": "Added the user",
  "user.edit": "Changed the profile",
  "user.password": "Changed the password",
  "user.reset": "Set a new password by a mailed link",
  "user.sync": "Matched with the buyer's system",
  "user.mails": "Switched mails on or off",
  "secondFactor.on": "Switched the second factor on",
  "secondFactor.move": "Moved the second factor to another device",
  "secondFactor.codes": "Made new recovery codes",
  "secondFactor.off": "Switched the second factor off",
  "secondFactor.reset": "Reset the second factor",
  "session.endAll": "Signed out everywhere",
  "session.start": "Signed in",
  "session.end": "Signed out",
  "product.create": "Added the product",
  "product.edit": "Changed the product",
  "product.approve": "Approved the price",
  "product.disapprove": "Disapproved the price",
  "product.upload": "Uploaded products",
  "scheme.create": "Added the scheme",
  "scheme.edit": "Changed the scheme",
  "scheme.delete": "Deleted the scheme",
  "invoice.create": "Added the invoice",
  "invoice.edit": "Changed the invoice",
  "invoice.delete": "Deleted the invoice",
  "invoice.upload": "Uploaded invoices",
  "payment.create": "Recorded the payment",
  "payment.change": "Changed the payment",
  "payment.remove": "Took the payment back",
  "payment.import": "Loaded payments",
  "debitMemo.create": "Added the debit memo",
  "debitMemo.edit": "Changed the debit memo",
  "debitMemo.delete": "Deleted the debit memo",
  "creditMemo.create": "Added the credit memo",
  "creditMemo.edit": "Changed the credit memo",
  "creditMemo.delete": "Deleted the credit memo",
  "order.create": "Sent the purchase order",
  "order.amend": "Changed the purchase order",
  "order.acknowledge": "Acknowledged the purchase order",
  "order.cancel": "Cancelled the purchase order",
  "order.import": "Loaded purchase orders",
  "dispatchNote.create": "Added the dispatch note",
  "dispatchNote.edit": "Changed the dispatch note",
  "dispatchNote.delete": "Deleted the dispatch note",
  "item.import": "Loaded items",
  "receipt.import": "Loaded receipts",
  "purchaseReturn.import": "Loaded purchase returns",
  "buyer.pull": "Pulled from the buyer's system"
};
function actionWords(action) {
  return ACTIONS[action] ?? action.replaceAll(".", " ");
}
function entityWords(entity) {
  return ENTITIES[entity] ?? entity;
}
function actorWords({ actor, action }) {
  if (actor !== "") return actor;
  if (action === "user.register" || action === "user.reset") return "Visitor";
  if (action === "user.mails") return "Link in a mail";
  return action === "user.create" ? "Set-up" : "Buyer's system";
}
var LABELS = {
  vendor_name: "Company name",
  firstName: "First name",
  middleName: "Middle name",
  lastName: "Last name",
  vendorType: "Vendor type",
  vendor_Code: "Vendor code",
  vendor_Address_code: "Address code",
  address_Line1: "Address line 1",
  address_Line2: "Address line 2",
  postal_Code: "Postal code",
  country_id: "Country",
  email: "E-mail",
  mobileNumber: "Mobile number",
  isAdmin: "Role",
  isActive: "Status",
  avatar: "Picture",
  pan: "PAN number",
  gstin: "GST number",
  panDocument: "PAN document",
  gstDocument: "GST certificate",
  certiOfIncorporation: "Certificate of incorporation",
  IFSCCode: "IFSC code",
  system_Vendor_id: "Id in the buyer's system",
  orders: "Mails about purchase orders",
  payments: "Mails about payments",
  prices: "Mails about price decisions",
  changes: "Mails about bank and tax details",
  userAgent: "Browser",
  sessions: "Sessions ended",
  EANCode: "EAN code",
  HSNCode: "HSN code",
  SKUCode: "SKU code",
  MRP: "MRP",
  UOM: "UOM",
  uomConversion: "UOM conversion",
  netPTR: "Net PTR",
  dateOfAvailability: "Date of availability",
  shelfLifeDays: "Shelf life in days",
  priceApproval: "Price",
  scheme: "Scheme",
  schemeName: "Scheme name",
  schemeNumber: "Scheme number",
  active: "Status",
  invoiceNumber: "Invoice number",
  invoice: "Invoice number",
  invoiceDate: "Invoice date",
  invoiceValue: "Invoice value",
  PONumber: "PO number",
  PODate: "PO date",
  number: "Number",
  orderedOn: "PO date",
  lines: "Lines",
  CGST: "CGST",
  SGST: "SGST",
  IGST: "IGST",
  CGSTValue: "CGST",
  SGSTValue: "SGST",
  IGSTValue: "IGST",
  paymentMode: "Payment mode",
  tenderType: "Payment mode",
  externalId: "Id in the buyer's system",
  source: "Buyer's system",
  DCNumber: "DC number",
  challanDate: "Challan date",
  NumberOfCarton: "Number of cartons",
  eWayBillNumber: "E-way bill number",
  grossWeightInKgs: "Gross weight in kg",
  netWeightInKgs: "Net weight in kg",
  totalNoOfPackages: "Number of packages",
  TransporterDetails: "Transporter",
  buyerRepresentativeId: "Buyer\u2019s representative",
  buyerPORef: "Buyer PO reference",
  buyerPORef_Date: "Buyer PO date",
  vendorInvoiceRef: "Vendor invoice reference",
  vendorInvoiceRef_Date: "Vendor invoice date",
  fromStart: "From the start",
  created: "Rows added",
  updated: "Rows changed"
};
var FILES = /* @__PURE__ */ new Set(["avatar", "panDocument", "gstDocument", "cancelledCheque", "certiOfIncorporation"]);
var SENSITIVE_FIELDS = [
  "bankName",
  "accountNumber",
  "IFSCCode",
  "pan",
  "gstin",
  "panDocument",
  "gstDocument",
  "cancelledCheque",
  "certiOfIncorporation"
];
var SENSITIVE = new Set(SENSITIVE_FIELDS);
var AMOUNTS = new Set(
  "MRP margin netPTR transferPrice invoiceValue CGST SGST IGST CGSTValue SGSTValue IGSTValue amount value unitPrice priceDifference paymentReceived".split(
    " "
  )
);
var FIGURES = new Set(
  "quantity freeQuantity itemQuantity uomConversion shelfLifeDays grossWeightInKgs netWeightInKgs created updated".split(" ")
);
var UNTOLD = /* @__PURE__ */ new Set(["_id", "userID", "vendorId", "createdAt", "updatedAt", "raw", "version", "vendorCode", "vendorName", "gst"]);
function fieldChanges({ before, after }) {
  return [.../* @__PURE__ */ new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter((field2) => !UNTOLD.has(field2) && !(isEmpty(before?.[field2]) && isEmpty(after?.[field2]))).map((field2) => ({
    label: fieldWords(field2),
    before: valueWords(field2, before?.[field2]),
    after: FILES.has(field2) && !isEmpty(before?.[field2]) && !isEmpty(after?.[field2]) ? "another file" : valueWords(field2, after?.[field2]),
    weighty: SENSITIVE.has(field2)
  })).sort((a, b) => Number(b.weighty) - Number(a.weighty));
}
function fieldWords(field2) {
  if (LABELS[field2] !== void 0) return LABELS[field2];
  const words2 = field2.replaceAll(/_/g, " ").replaceAll(/([a-z\d])([A-Z])/g, (_all, end2, start) => `${end2} ${start.toLowerCase()}`);
  return words2.charAt(0).toUpperCase() + words2.slice(1);
}
function isEmpty(value) {
  return value === void 0 || value === null || value === "";
}
function valueWords(field2, value) {
  if (isEmpty(value)) return "\u2013";
  if (FILES.has(field2)) return "a file";
  if (field2 === "isActive" || field2 === "active") return value === true ? "Active" : "Inactive";
  if (field2 === "isAdmin") return value === true ? "Admin" : "User";
  if (field2 === "priceApproval") return value === true ? "Approved" : "Not approved";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return `${value.length}`;
  if (typeof value === "object" && value !== null) return nameOf3(value);
  const text3 = String(value);
  if (AMOUNTS.has(field2)) return showMoney(text3);
  if (FIGURES.has(field2)) return showNumber(text3);
  return /^\d{4}-\d\d-\d\d(T|$)/.test(text3) ? showDate(text3) : text3;
}
function nameOf3(value) {
  const { schemeName, name, _id } = value;
  return [schemeName, name, _id].find((each) => typeof each === "string") ?? "recorded";
}

// server/src/audit/log.ts
import sql27, { raw as raw3 } from "sql-template-tag";

// server/src/database/stream.ts
async function* streamRows(db, query2, batch = 500) {
  const { client, giveBack } = await lend(db);
  try {
    await client.query("begin isolation level repeatable read, read only");
    await client.query({ text: `declare listed no scroll cursor for ${query2.text}`, values: query2.values });
    for (; ; ) {
      const { rows } = await client.query(`fetch ${batch} from listed`);
      const isLast = rows.length < batch;
      if (rows.length > 0) yield rows;
      rows.length = 0;
      if (isLast) break;
    }
  } finally {
    await client.query("rollback").catch(() => void 0);
    await giveBack();
  }
}
async function lend(db) {
  let end2 = () => {
  };
  const wanted2 = new Promise((resolve2) => {
    end2 = resolve2;
  });
  let work = Promise.resolve();
  const client = await new Promise((resolve2, reject) => {
    work = db.withClient((lent) => {
      resolve2(lent);
      return wanted2;
    });
    work.catch(reject);
  });
  return {
    client,
    async giveBack() {
      end2();
      await work;
    }
  };
}

// server/src/owner.ts
import sql26 from "sql-template-tag";
function ownedBy(column2, actor, userId) {
  if (!actor.isAdmin) return sql26`${column2} = ${actor.id}`;
  return userId ? sql26`${column2} = ${idOf3(userId)}` : null;
}
function keptOf(actor, userId) {
  if (!actor.isAdmin) return actor.id;
  return userId ? idOf3(userId) : null;
}
function ownRows2(column2, actor) {
  return ownedBy(column2, actor, null) ?? sql26`true`;
}
async function ownerFor(db, actor, userId) {
  if (!actor.isAdmin || !userId || userId === actor.id) return actor.id;
  const owner = await db.first(sql26`select id::text from users where id = ${idOf3(userId)}`);
  if (owner === void 0) throw invalid({ userID: "There is no such user." });
  return owner.id;
}

// server/src/spreadsheets/columns.ts
var WIDTH = 16;
function column(words2, format, read) {
  return { width: WIDTH, ...words2, required: false, format, read, empty: null };
}
function exportColumn(heading2, { width = WIDTH, format = "text" } = {}) {
  return { heading: heading2, width, format };
}
function required(optional2) {
  const read = (cell) => {
    const found = optional2.read(cell);
    if ("error" in found) return found;
    return found.value === null ? { error: `${optional2.heading} is required.` } : { value: found.value, remark: found.remark ?? null };
  };
  return { ...optional2, required: true, read, empty: void 0 };
}
var AS_TEXT = "Format the column as text and enter it again.";
function cleanText(text3) {
  return text3.replaceAll(/[\t\r\n]+/g, " ").replaceAll(/[\p{Cc}\p{Cs}\ufeff]/gu, "").trim();
}
function textColumn(words2) {
  const { problem: problem2, remark, most = 200, ...rest } = words2;
  const choose = rest.options === void 0 ? null : chooser(rest.heading, rest.options);
  return column(rest, "text", (cell) => {
    if (typeof cell === "object") return { error: `The spreadsheet program has made a date of it. ${AS_TEXT}` };
    const text3 = typeof cell === "string" ? cleanText(cell) : typeof cell === "number" ? new Decimal(cell).toFixed() : String(cell).toUpperCase();
    if (text3 === "") return { value: null };
    if (text3.length > most) return { error: `At most ${most} characters.` };
    return choose?.(text3) ?? checked(text3, { problem: problem2, remark });
  });
}
var OPTIONS_NAMED = 12;
function chooser(heading2, options) {
  const byText = new Map(options.map((option2) => [option2.toLowerCase(), option2]));
  const named = options.length <= OPTIONS_NAMED ? options.join(", ") : "the list in the template";
  return (text3) => {
    const value = byText.get(text3.toLowerCase());
    return value === void 0 ? { error: `${heading2} should be one of: ${named}.` } : { value };
  };
}
function checked(text3, { problem: problem2, remark }) {
  const wrong = problem2?.(text3) ?? null;
  return wrong === null ? { value: text3, remark: remark?.(text3) ?? null } : { error: wrong };
}
var EXACT_MAX = 10 ** 15;
function digitsColumn(words2) {
  const { problem: problem2, remark, most = 50, ...rest } = words2;
  return column(rest, "text", (cell) => {
    if (typeof cell === "number") {
      if (!Number.isInteger(cell) || cell < 0) return { error: `${rest.heading} should be digits only.` };
      if (cell >= EXACT_MAX) return { error: `Spreadsheet programs keep only 15 digits of a number. ${AS_TEXT}` };
      const found = checked(String(cell), { problem: problem2, remark });
      return "error" in found ? { error: `${found.error} If it starts with 0: ${lowerFirst(AS_TEXT)}` } : found;
    }
    if (typeof cell !== "string") return { error: `${rest.heading} should be digits only.` };
    const text3 = cell.replaceAll(/[\s\u200b\ufeff]/g, "").replace(/^'/, "").replace(/^(\d+)\.0+$/, "$1");
    if (/^\d[.,]\d+E\+?\d+$/i.test(text3)) return { error: `The spreadsheet program has cut this number to ${text3}. ${AS_TEXT}` };
    if (!/^\d+$/.test(text3)) return { error: `${rest.heading} should be digits only.` };
    return text3.length > most ? { error: `At most ${most} digits.` } : checked(text3, { problem: problem2, remark });
  });
}
function lowerFirst(text3) {
  return text3.charAt(0).toLowerCase() + text3.slice(1);
}
var GROUPED = /^(-?)(?:₹|Rs\.?)?\s*(-?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|-?\d+(?:\.\d+)?)$/i;
function decimalColumn(words2) {
  const { percent = false, ...rest } = words2;
  const { range } = rest;
  const format = range.places === 2 ? "amount" : "number";
  const [least, most] = [range.least ?? Number.NEGATIVE_INFINITY, range.most ?? Number.POSITIVE_INFINITY].map(
    (value) => new Decimal(value)
  );
  const [leastNumber, mostNumber] = [least.toNumber(), most.toNumber()];
  return column(rest, format, (given3) => {
    const cell = percent && typeof given3 === "string" ? given3.trim().replace(/%$/, "") : given3;
    if (Number.isSafeInteger(cell) && cell >= leastNumber && cell <= mostNumber)
      return { value: new Decimal(cell) };
    const match2 = typeof cell === "string" ? GROUPED.exec(cell.trim()) : null;
    const number18 = parseDecimal(match2 === null ? cell : `${match2[1]}${match2[2]?.replaceAll(",", "")}`);
    if (number18 === null) return { error: `${rest.heading} should be a number.` };
    if (number18.lt(least)) return { error: `${rest.heading} should be at least ${least.toFixed()}.` };
    if (number18.gt(most)) return { error: `${rest.heading} should be at most ${most.toFixed()}.` };
    if (number18.decimalPlaces() > range.places)
      return { error: `${rest.heading} should have at most ${range.places} decimal places, not ${number18.toFixed()}.` };
    return { value: number18 };
  });
}
function dateColumn(words2) {
  return column(words2, "date", (cell) => {
    if (typeof cell === "object") return { value: cell.date };
    const text3 = typeof cell === "string" ? cell.trim() : "";
    const iso = text3.replace(/^(\d{2})-(\d{2})-(\d{4})$/, "$3-$2-$1");
    return isIsoDate(iso) ? { value: iso } : { error: `${words2.heading} should be a date such as 31-12-2026.` };
  });
}

// server/src/spreadsheets/download.ts
import { Readable as Readable4 } from "node:stream";

// server/src/spreadsheets/write.ts
import { Readable as Readable3 } from "node:stream";

// server/src/spreadsheets/cells.ts
var CAPS = {
  bytes: 50 * 1024 ** 2,
  unpacked: 320 * 1024 ** 2,
  rows: 2e5,
  columns: 100,
  characters: 32767,
  text: 320 * 1024 ** 2,
  seconds: 120
};
var LAST_ROW = 1048576;
var ANSWERED = 2;
var BATCH_TEXT = 256 * 1024;
var SheetProblem = class extends Error {
};
function cellAddress(column2, row) {
  return `${columnLetters(column2)}${row}`;
}
function columnLetters(column2) {
  const rest = Math.floor((column2 - 1) / 26);
  return (rest > 0 ? columnLetters(rest) : "") + String.fromCharCode(65 + (column2 - 1) % 26);
}
function plainHeading(text3) {
  return text3.normalize("NFKC").toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "");
}

// server/src/spreadsheets/pack.ts
import { pipeline, Readable as Readable2 } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
var DEFLATED = 8;
var LEVEL = 3;
var UTF8_NAMES = 2048;
var SUMS_FOLLOW = 8;
var VERSION_NEEDED = 20;
var DATE2 = 33;
var SIZE_MAX = 4294967295;
async function* packZip(parts2) {
  const directory = [];
  let at = 0;
  for await (const part of parts2) {
    const name = Buffer.from(part.path);
    const start = at;
    const known = "sums" in part ? part.sums : null;
    const flags = known === null ? UTF8_NAMES | SUMS_FOLLOW : UTF8_NAMES;
    const local = localHeader(name, flags, known ?? { method: DEFLATED, crc32: 0, packedSize: 0, size: 0 });
    yield local;
    let sums;
    if ("sums" in part) {
      ({ sums } = part);
      yield* part.packed;
      at += local.length + sums.packedSize;
    } else {
      sums = yield* deflate(part.content);
      const after = descriptor(sums);
      yield after;
      at += local.length + sums.packedSize + after.length;
    }
    if (at > SIZE_MAX || sums.size > SIZE_MAX) throw new Error("the workbook is larger than 4 GB");
    directory.push(directoryEntry(name, flags, sums, start));
  }
  yield* directory;
  yield directoryEnd(directory, at);
}
async function* deflate(content) {
  const sums = { method: DEFLATED, crc32: 0, packedSize: 0, size: 0 };
  async function* counted2() {
    for await (const piece2 of content) {
      const bytes = typeof piece2 === "string" ? Buffer.from(piece2) : piece2;
      sums.crc32 = crc32(bytes, sums.crc32);
      sums.size += bytes.length;
      yield bytes;
    }
  }
  const packing = createDeflateRaw({ level: LEVEL, chunkSize: 64 * 1024 });
  pipeline(Readable2.from(counted2()), packing, () => {
  });
  for await (const bytes of packing) {
    sums.packedSize += bytes.length;
    yield bytes;
  }
  return sums;
}
function localHeader(name, flags, sums) {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(67324752, 0);
  writeCommon(head, 4, name, flags, sums);
  return Buffer.concat([head, name]);
}
function directoryEntry(name, flags, sums, start) {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(33639248, 0);
  head.writeUInt16LE(VERSION_NEEDED, 4);
  writeCommon(head, 6, name, flags, sums);
  head.writeUInt32LE(start, 42);
  return Buffer.concat([head, name]);
}
function writeCommon(head, at, name, flags, sums) {
  head.writeUInt16LE(VERSION_NEEDED, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(sums.method, at + 4);
  head.writeUInt16LE(DATE2, at + 8);
  writeSums(head, at + 10, sums);
  head.writeUInt16LE(name.length, at + 22);
}
function descriptor(sums) {
  const after = Buffer.alloc(16);
  after.writeUInt32LE(134695760, 0);
  writeSums(after, 4, sums);
  return after;
}
function writeSums(head, at, sums) {
  head.writeUInt32LE(sums.crc32, at);
  head.writeUInt32LE(sums.packedSize, at + 4);
  head.writeUInt32LE(sums.size, at + 8);
}
function directoryEnd(directory, start) {
  const end2 = Buffer.alloc(22);
  end2.writeUInt32LE(101010256, 0);
  end2.writeUInt16LE(directory.length, 8);
  end2.writeUInt16LE(directory.length, 10);
  end2.writeUInt32LE(
    directory.reduce((sum3, { length }) => sum3 + length, 0),
    12
  );
  end2.writeUInt32LE(start, 16);
  return end2;
}

// server/src/spreadsheets/dates.ts
var DAY = 864e5;
var EPOCH_1900 = Date.UTC(1899, 11, 30);
var EPOCH_1904 = Date.UTC(1904, 0, 1);
var LAST_SERIAL = 109574;
function dateOfSerial(serial, from1904) {
  const day3 = Math.floor(serial + 1e-6);
  const first = from1904 ? 0 : 1;
  if (day3 < first || day3 > LAST_SERIAL || !from1904 && day3 === 60) return null;
  if (from1904) return isoDay(EPOCH_1904 + day3 * DAY);
  return isoDay(EPOCH_1900 + (day3 < 60 ? day3 + 1 : day3) * DAY);
}
function isoDay(instant) {
  return new Date(instant).toISOString().slice(0, 10);
}
function serialOfDate(date) {
  const serial = (Date.parse(`${date}T00:00:00Z`) - EPOCH_1900) / DAY;
  return serial > 60 && dateOfSerial(serial, false) === date ? serial : null;
}

// server/src/spreadsheets/xmlText.ts
var XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
var UNHOLDABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
var MEANINGFUL = /[&<>"\r]/g;
var ENTITY = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" };
function escapeXml(text3) {
  if (/^[ !#-%'-;=?-~]*$/.test(text3)) return text3;
  return text3.replaceAll(UNHOLDABLE, "").replaceAll(MEANINGFUL, (character) => ENTITY[character] ?? character);
}

// server/src/spreadsheets/skeleton.ts
var MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
var OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
var PACKAGE = "http://schemas.openxmlformats.org/package/2006";
var TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
var STYLES_TYPE = `${TYPES}.styles+xml`;
var STYLE = { plain: 0, heading: 1, requiredHeading: 2, text: 3, date: 4, amount: 5 };
var STYLE_OF = {
  text: STYLE.text,
  number: STYLE.plain,
  amount: STYLE.amount,
  date: STYLE.date
};
var solid = (color) => `<fill><patternFill patternType="solid"><fgColor rgb="${color}"/><bgColor indexed="64"/></patternFill></fill>`;
var xf = (numFmtId, fontId = 0, fillId = 0) => `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="${fillId}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
var STYLES = [
  `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  `${solid("FFE9ECEF")}${solid("FFFFE8B3")}</fills>`,
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="6">${xf(0)}${xf(49, 1, 2)}${xf(49, 1, 3)}${xf(49)}${xf(164)}${xf(2)}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
].join("");
var sheetPath = (number18) => `xl/worksheets/sheet${number18}.xml`;
function relationsXml(relations) {
  const each = relations.map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`);
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join("")}</Relationships>`;
}
function skeleton(sheets) {
  const part = (path, xml) => ({ path, content: [xml] });
  const override = (path, type) => `<Override PartName="/${path}" ContentType="${TYPES}.${type}+xml"/>`;
  return [
    part(
      "[Content_Types].xml",
      [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>',
        override("xl/workbook.xml", "sheet.main"),
        override("xl/styles.xml", "styles"),
        ...sheets.map((_, index) => override(sheetPath(index + 1), "worksheet")),
        ...sheets.map(({ hasNotes }, index) => hasNotes === true ? override(`xl/comments${index + 1}.xml`, "comments") : ""),
        "</Types>"
      ].join("")
    ),
    part("_rels/.rels", relationsXml([["rId1", "officeDocument", "xl/workbook.xml"]])),
    part(
      "xl/workbook.xml",
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets.map(({ name, hidden }, index) => {
        const state2 = hidden === true ? ' state="hidden"' : "";
        return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state2} r:id="rId${index + 1}"/>`;
      }).join("")}</sheets></workbook>`
    ),
    part(
      "xl/_rels/workbook.xml.rels",
      relationsXml([
        ...sheets.map((_, index) => [`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`]),
        ["styles", "styles", "styles.xml"]
      ])
    ),
    part("xl/styles.xml", XML + STYLES)
  ];
}

// server/src/spreadsheets/textCell.ts
function textCell(at, text3, style) {
  const space = /^\s|\s$|\n/.test(text3) ? ' xml:space="preserve"' : "";
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cellText(text3))}</t></is></c>`;
}
function cellText(text3) {
  const bounded = text3.length > CAPS.characters ? `${text3.slice(0, CAPS.characters - 1)}\u2026` : text3;
  return bounded.includes("_x") ? bounded.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_") : bounded;
}

// server/src/spreadsheets/sheetXml.ts
function sheetStart(columns9) {
  const cols = columns9.map(({ width, format }, index) => {
    const place = index + 1;
    return `<col min="${place}" max="${place}" width="${width}" style="${STYLE_OF[format]}" customWidth="1"/>`;
  });
  return [
    `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    cols.length > 0 ? `<cols>${cols.join("")}</cols>` : "",
    "<sheetData>"
  ].join("");
}
function headingRow(columns9) {
  const cells = columns9.map(
    ({ heading: heading2, required: required2 = false }, index) => textCell(cellAddress(index + 1, 1), heading2, required2 ? STYLE.requiredHeading : STYLE.heading)
  );
  return `<row r="1">${cells.join("")}</row>`;
}
function rowWriter(columns9) {
  const letters = columns9.map((_, index) => columnLetters(index + 1));
  return (row, values) => {
    let cells = "";
    for (let index = 0; index < columns9.length; index += 1) {
      const value = values[index];
      if (value === null || value === void 0 || value === "") continue;
      cells += cellXml(`${letters[index]}${row}`, value, columns9[index]);
    }
    return `<row r="${row}">${cells}</row>`;
  };
}
function cellXml(at, value, { format }) {
  const number18 = format === "text" ? null : format === "date" ? serialOfDate(String(value)) : exactNumber(value);
  if (number18 !== null) return `<c r="${at}" s="${STYLE_OF[format]}"><v>${number18}</v></c>`;
  return textCell(at, typeof value === "object" ? value.toFixed() : String(value), STYLE.text);
}
var PLAIN2 = /^-?\d{1,15}(\.\d{1,14})?$/;
var DIGITS = 15;
function exactNumber(value) {
  const text3 = typeof value === "string" ? value : typeof value === "number" && !Number.isFinite(value) ? "" : new Decimal(value).toFixed();
  return PLAIN2.test(text3) && text3.replaceAll(/[-.]/g, "").length <= DIGITS ? text3 : null;
}

// server/src/spreadsheets/write.ts
var PIECE = 64 * 1024;
function writeSheet(columns9, rows, { sheet }) {
  return Readable3.from(packZip(parts(columns9, rows, sheet)), { objectMode: false });
}
async function* parts(columns9, rows, name) {
  const source = rows[Symbol.asyncIterator]();
  try {
    const first = await source.next();
    yield* skeleton([{ name }]);
    yield { path: sheetPath(1), content: sheetXml(columns9, source, first) };
  } finally {
    await source.return?.();
  }
}
async function* sheetXml(columns9, source, first) {
  const fields = Object.keys(columns9);
  const written2 = Object.values(columns9);
  const writeRow = rowWriter(written2);
  let xml = sheetStart(written2) + headingRow(written2);
  let row = 1;
  for (let batch = first; batch.done !== true; batch = await source.next()) {
    for (const values of batch.value) {
      row += 1;
      if (row > LAST_ROW) throw new Error("more rows than a sheet can hold");
      xml += writeRow(
        row,
        fields.map((field2) => values[field2])
      );
      if (xml.length < PIECE) continue;
      yield xml;
      xml = "";
    }
  }
  yield `${xml}</sheetData></worksheet>`;
}

// server/src/spreadsheets/download.ts
var AT_ONCE4 = 3;
var OF_ONE = 2;
var readers = [];
var WAIT_MAX = 3e4;
var WAITS_MAX = 6e5;
async function downloadSheet(name, columns9, rows, { sheet, reader }) {
  if (readers.length >= AT_ONCE4 || readers.filter((id) => id === reader.id).length >= OF_ONE) throw busy(5);
  readers.push(reader.id);
  const content = impatient(writeSheet(columns9, rows, { sheet }));
  content.once("close", () => {
    readers.splice(readers.indexOf(reader.id), 1);
  });
  await new Promise((resolve2, reject) => {
    content.once("readable", resolve2);
    content.once("error", reject);
  });
  return new Workbook(name, content);
}
var UNREAD = uploadRoom(256 * 1024 * 1024);
var PIECE2 = 64 * 1024;
function handOut(name, workbook2, room = UNREAD) {
  room.take(workbook2.length);
  function* pieces2() {
    for (let at = 0; at < workbook2.length; at += PIECE2) yield workbook2.subarray(at, at + PIECE2);
  }
  const content = impatient(Readable4.from(pieces2()));
  content.once("close", () => room.give(workbook2.length));
  return new Workbook(name, content);
}
function impatient(source) {
  async function* pieces2() {
    let left = WAITS_MAX;
    for await (const piece2 of source) {
      const start = Date.now();
      const timer = setTimeout(() => stream.destroy(new Error("A workbook was not read on.")), Math.min(WAIT_MAX, left));
      try {
        yield piece2;
      } finally {
        clearTimeout(timer);
      }
      left = Math.max(0, left - (Date.now() - start));
    }
  }
  const stream = Readable4.from(pieces2(), { objectMode: false });
  return stream;
}

// server/src/audit/log.ts
var isSensitive = sql27`(entity = 'user' and before ?| ${raw3(`array[${SENSITIVE_FIELDS.map((field2) => `'${field2}'`).join(", ")}]`)})`;
var list = {
  select: sql27`
    audit_log.id::text as _id, at, trim(coalesce(actor.first_name || ' ' || actor.last_name, '')) as actor,
    action, entity, entity_id as "entityId", before, after, owner_id::text as "ownerId", coalesce(owner.vendor_name, '') as owner,
    coalesce(${isSensitive}, false) as sensitive`,
  from: sql27`audit_log`,
  join: sql27`left join users actor on actor.id = audit_log.actor_id left join users owner on owner.id = audit_log.owner_id`,
  key: sql27`audit_log.id`,
  waiting: IS_WAITING,
  sorts: { at: sql27`audit_log.id` }
};
var isUncounted = sql27`audit_log.id between (select counted_to + 1 from log_mark) and 9223372036854775807`;
function listOf(query2) {
  return {
    scope: [query2.userID === null ? null : sql27`audit_log.owner_id = ${idOf3(query2.userID)}`],
    kept: { list: "log", owner: query2.userID === null ? null : idOf3(query2.userID), uncounted: isUncounted },
    where: [
      query2.actorID === void 0 ? null : sql27`actor_id = ${idOf3(query2.actorID)}`,
      query2.entity === void 0 ? null : sql27`entity = ${query2.entity}`,
      query2.entityId === void 0 ? null : sql27`entity_id = ${query2.entityId}`,
      query2.action === void 0 ? null : sql27`action = ${query2.action}`,
      query2.sensitive === void 0 ? null : query2.sensitive === "true" ? isSensitive : sql27`${isSensitive} is not true`,
      ...betweenDays(sql27`at`, query2.startDate, query2.endDate).conditions
    ],
    page: pageOf2(query2),
    ...list
  };
}
var UNCOUNTED_MAX = 1e3;
async function listAudit(ctx, query2) {
  const found = await wholeList(ctx, listOf(query2));
  if (found.uncounted > UNCOUNTED_MAX) await ctx.db.execute(sql27`select count_log()`);
  return renamed(found);
}
async function wholeList({ db }, spec) {
  const found = await listRows(db, spec);
  if (!found.waiting) return found;
  await spreadLog(db);
  return listRows(db, spec);
}
function renamed(found) {
  return { ...found, body: new WireJson(JSON.stringify(encodeNames(JSON.parse(found.body.text)))) };
}
var RECORDS = {
  user: { table: sql27`users`, owner: sql27`id` },
  product: { table: sql27`products`, owner: sql27`owner_id` },
  scheme: { table: sql27`schemes`, owner: sql27`owner_id` },
  invoice: { table: sql27`invoices`, owner: sql27`owner_id` },
  payment: { table: sql27`payments`, owner: sql27`owner_id` },
  debitMemo: { table: sql27`memos`, owner: sql27`kind = 'debit' and owner_id` },
  creditMemo: { table: sql27`memos`, owner: sql27`kind = 'credit' and owner_id` },
  purchaseOrder: { table: sql27`purchase_orders`, owner: sql27`owner_id` },
  dispatchNote: { table: sql27`dispatch_notes`, owner: sql27`owner_id` }
};
async function historyOf(ctx, actor, id, query2) {
  const { table: table2, owner } = RECORDS[query2.entity];
  const record5 = await ctx.db.first(sql27`select from ${table2} where id = ${idOf3(id)} and ${ownRows2(owner, actor)}`);
  if (record5 === void 0) throw notFound();
  const name = sql27`trim(coalesce(actor.first_name || ' ' || actor.last_name, ''))`;
  const shown2 = actor.isAdmin ? name : sql27`case when actor.id is null then '' when actor.id = ${actor.id} then ${name} else ${ADMINISTRATOR}::text end`;
  return renamed(
    await wholeList(ctx, {
      ...list,
      select: sql27`audit_log.id::text as _id, at, ${shown2} as actor, action, entity, entity_id as "entityId", before, after`,
      // A sheet is logged under its file's name, which may be the id of anybody's record.
      where: [sql27`entity = ${query2.entity}`, sql27`entity_id = ${id}`, sql27`action !~ '[.](upload|import)$'`],
      page: pageOf2(query2)
    })
  );
}
var CLOCK = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", hour: "2-digit", minute: "2-digit", second: "2-digit" });
var columns2 = {
  day: exportColumn("Date", { width: 12 }),
  time: exportColumn("Time", { width: 10 }),
  actor: exportColumn("Who", { width: 24 }),
  action: exportColumn("What", { width: 30 }),
  entity: exportColumn("Record", { width: 16 }),
  entityId: exportColumn("Record id", { width: 12 }),
  owner: exportColumn("Vendor", { width: 28 }),
  field: exportColumn("Field", { width: 24 }),
  before: exportColumn("Before", { width: 28 }),
  after: exportColumn("After", { width: 28 }),
  sensitive: exportColumn("Bank, tax or document", { width: 22 })
};
async function exportAudit(ctx, actor, query2) {
  await spreadLog(ctx.db);
  const rows = streamRows(ctx.db, allRows(listOf(query2)));
  return downloadSheet("audit-log.xlsx", columns2, fieldRows(rows), { sheet: "Audit log", reader: actor });
}
var ROWS_MAX = 1048575;
async function* fieldRows(batches) {
  let left = ROWS_MAX;
  for await (const batch of batches) {
    const rows = batch.flatMap(rowsOf).slice(0, left);
    left -= rows.length;
    yield rows;
    if (left === 0) return;
  }
}
function rowsOf({ at, before, after, ...entry4 }) {
  const head = {
    day: showDate(at.toISOString()),
    time: CLOCK.format(at),
    actor: actorWords(entry4),
    action: actionWords(entry4.action),
    entity: entityWords(entry4.entity),
    entityId: entry4.entityId,
    owner: entry4.owner
  };
  const fields = fieldChanges(decodeNames(encodeNames({ before, after })));
  if (fields.length === 0) return [{ ...head, field: null, before: null, after: null, sensitive: null }];
  return fields.map((field2) => ({
    ...head,
    field: field2.label,
    before: field2.before,
    after: field2.after,
    sensitive: field2.weighty && before !== null ? "Yes" : null
  }));
}
async function unseenChanges(ctx, actor) {
  const found = await ctx.db.first(sql27`
    select count(*)::int as count from audit_log
    where ${isSensitive} and actor_id is distinct from ${actor.id} and id > coalesce(
      (select entry_id from audit_seen where user_id = ${actor.id}),
      (select max(id) from audit_log where ${isSensitive} and at < now() - interval '30 days'), 0)`);
  return found?.count ?? 0;
}
async function seeChanges(ctx, actor, entryId) {
  await ctx.db.execute(sql27`
    insert into audit_seen as known (user_id, entry_id)
    select ${actor.id}::bigint, coalesce(max(id), 0) from audit_log where ${isSensitive} and id <= ${idOf3(entryId)}
    on conflict (user_id) do update set entry_id = greatest(known.entry_id, excluded.entry_id)`);
}

// server/src/audit/routes.ts
function auditRoutes(app, context) {
  serve(app, context, audit.list, async ({ ctx, query: query2 }) => listReply(await listAudit(ctx, query2)));
  serve(app, context, audit.export, async ({ ctx, actor, query: query2 }) => ok(await exportAudit(ctx, actor, query2)));
  serve(app, context, audit.history, async ({ ctx, actor, params, query: query2 }) => listReply(await historyOf(ctx, actor, params.id, query2)));
  serve(app, context, audit.unseen, async ({ ctx, actor }) => ok({ count: await unseenChanges(ctx, actor) }));
  serve(app, context, audit.seen, async ({ ctx, actor, body }) => {
    await seeChanges(ctx, actor, body._id);
    return ok({ count: await unseenChanges(ctx, actor) });
  });
}

// server/src/dashboard/counts.ts
import sql28, { empty as empty4, raw as raw4 } from "sql-template-tag";
var WINDOW_DAYS = 10;
var WHOLE2 = sql28`array['dispatch notes', 'invoices entered', 'products', 'orders', 'schemes', 'credit memos', 'debit memos']`;
var RECENT2 = sql28`array['dispatch notes entered', 'invoices entered', 'products', 'orders', 'schemes entered', 'credit memos', 'debit memos']`;
async function countDetail(ctx, actor) {
  const today = sql28`(select ${indianDay(ctx.clock())}::date)`;
  const owner = sql28`(select ${actor.isAdmin ? "0" : actor.id}::bigint)`;
  const days = sql28`day > ${today} - ${raw4(String(WINDOW_DAYS))} and (list <> 'orders' or day <= ${today})`;
  const columns9 = sql28`row_count, amount`;
  const rows = await ctx.db.rows(sql28`
    select list, part, coalesce(sum(row_count), 0) as count, coalesce(sum(amount), 0) as amount
    from (
      select list, 'whole' as part, ${columns9} from row_counts where list = any(${WHOLE2}) and owner_id = ${owner} and day = '-infinity'
      union all select list, 'recent', ${columns9} from row_counts where list = any(${RECENT2}) and owner_id = ${owner} and ${days}
      ${actor.isAdmin ? sql28`
            union all select list, 'whole', ${columns9} from row_deltas where list = any(${WHOLE2})
            union all select list, 'recent', ${columns9} from row_deltas where list = any(${RECENT2}) and ${days}
            union all select 'users', case when is_active then 'active' else 'inactive' end, count(*), 0 from users group by is_active` : empty4}
    ) kept group by list, part`);
  const of = (list10, part, figure2 = "count") => Number(rows.find((row) => row.list === list10 && row.part === part)?.[figure2] ?? 0);
  const both = (list10, total, days10, entered = list10) => ({
    [total]: of(list10, "whole"),
    [days10]: of(entered, "recent")
  });
  const [activeUser, inActiveUser] = [of("users", "active"), of("users", "inactive")];
  return [
    ...actor.isAdmin ? [{ totalUser: activeUser + inActiveUser, activeUser, inActiveUser }] : [],
    both("dispatch notes", "totalDespatch", "last10DayDespatch", "dispatch notes entered"),
    {
      totalInvoice: of("invoices entered", "whole"),
      sumOfTotalInvoice: of("invoices entered", "whole", "amount"),
      last10DayInvoice: of("invoices entered", "recent"),
      sumOfDaysInvoice: of("invoices entered", "recent", "amount")
    },
    both("products", "totalProduct", "last10DayProductDetail"),
    both("orders", "totalPurchaseOrder", "last10DayPurchaseOrder"),
    both("schemes", "totalSchema", "last10DaySchemaDetail", "schemes entered"),
    both("credit memos", "totalCredit", "last10DayCreditDetail"),
    both("debit memos", "totalDebit", "last10DayDebitDetail")
  ];
}

// server/src/http/rateLimits.ts
import { createHash as createHash6 } from "node:crypto";
import { isIPv6 } from "node:net";
import sql29 from "sql-template-tag";
var MINUTES = 60;
var HOURS = 60 * MINUTES;
var KNOWN_DAYS = 30;
var limits = {
  signIn: {
    name: "sign-in",
    pair: { most: 20, seconds: 15 * MINUTES },
    account: { most: 50, seconds: 1 * HOURS },
    address: { most: 100, seconds: 15 * MINUTES }
  },
  /**
   * Of three codes out of a million each is right: 20 guesses a day find one in 45 years. Whoever gets this far has the password.
   * From where the owner signs in with a code, only the pair counts.
   */
  code: {
    name: "code",
    pair: { most: 10, seconds: 15 * MINUTES },
    account: { most: 20, seconds: 24 * HOURS },
    address: { most: 60, seconds: 15 * MINUTES }
  },
  /** Of somebody who is signed in, before the second factor is changed: whoever found a device open must not guess on. */
  confirm: { name: "confirm", pair: { most: 10, seconds: 15 * MINUTES }, account: { most: 30, seconds: 1 * HOURS } },
  /** Counted before the form and its papers are read. */
  register: { name: "register", address: { most: 60, seconds: 1 * HOURS } },
  registerEmail: { name: "register", account: { most: 20, seconds: 1 * HOURS } },
  /** Whoever uses up an account's tries has had that many working links sent to its owner. */
  forgetPassword: { name: "forget-password", account: { most: 10, seconds: 1 * HOURS }, address: { most: 60, seconds: 1 * HOURS } },
  /** The secret cannot be guessed; this bounds the work that trying makes. */
  reset: { name: "reset", address: { most: 60, seconds: 1 * HOURS } }
};
async function countAttempts({ db, settings }, limit, caller) {
  if (!settings.rateLimits) return;
  const keys = keysOf(limit, caller);
  const isKnown = limit.account !== void 0 && keys.known !== void 0 && await holds(db, keys.known);
  const rules = [
    [keys.pair, limit.pair],
    [isKnown ? void 0 : keys.account, limit.account],
    [keys.address, limit.address]
  ];
  for (const [key, rule2] of rules) {
    if (key === void 0 || rule2 === void 0) continue;
    const { allowed, retryAfterSeconds } = await countAttempt(db, key, rule2.most, rule2.seconds);
    if (!allowed) throw tooMany(retryAfterSeconds);
  }
}
async function forgiveAttempts({ db, settings }, limit, caller) {
  if (!settings.rateLimits) return;
  const { pair, address, known } = keysOf(limit, caller);
  if (pair !== void 0) await db.execute(sql29`delete from rate_limits where key = ${pair}`);
  await db.execute(sql29`update rate_limits set count = count - 1 where key = ${address} and count > 0`);
  if (known !== void 0) await countAttempt(db, known, 1, KNOWN_DAYS * 24 * HOURS, "extend");
}
async function countAttempt(db, key, most, windowSeconds, window = "fixed") {
  const isOver = sql29`(old.resets_at <= now() or old.resets_at > excluded.resets_at + interval '1 minute')`;
  const counted2 = await db.first(sql29`
    insert into rate_limits as old (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set
      count = case when ${isOver} then 1 else old.count + 1 end,
      resets_at = case when ${isOver} or ${window === "extend"} then excluded.resets_at else old.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as seconds`);
  if (counted2 === void 0) throw new Error("the attempt was not counted");
  return { allowed: counted2.count <= most, retryAfterSeconds: Math.max(1, Math.ceil(counted2.seconds)) };
}
async function holds(db, key) {
  return await db.first(sql29`select 1 from rate_limits where key = ${key} and resets_at > now()`) !== void 0;
}
function keysOf({ name }, { account, address }) {
  const from2 = network(address);
  const who = account?.normalize("NFKC").trim().toLowerCase();
  const key = (kind, ...parts2) => `${name} ${kind} ${digest(parts2)}`;
  return {
    address: key("address", from2),
    ...who !== void 0 && { pair: key("pair", who, from2), account: key("account", who), known: key("known", who, from2) }
  };
}
function digest(parts2) {
  return createHash6("sha256").update(JSON.stringify(parts2)).digest("base64url").slice(0, 22);
}
function network(address) {
  const bare = address.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== void 0 || !isIPv6(bare)) return mapped ?? bare;
  const [left = "", right] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split("::");
  const groups = (text3) => text3 ? text3.split(":") : [];
  const gap = 8 - groups(left).length - groups(right).length;
  return [...groups(left), ...Array.from({ length: gap }, () => "0"), ...groups(right)].slice(0, 4).join(":");
}

// server/src/accounts/create.ts
import { randomInt as randomInt2 } from "node:crypto";

// contract/src/passwords.ts
var PASSWORD_LEAST = 8;
var PASSWORD_MOST = 200;
function passwordProblem(password2) {
  const length = [...password2.normalize("NFKC")].length;
  if (length < PASSWORD_LEAST) return `Password should have at least ${PASSWORD_LEAST} characters.`;
  if (length > PASSWORD_MOST) return `Password should have at most ${PASSWORD_MOST} characters.`;
  return null;
}

// contract/src/users.ts
import * as z14 from "zod";
var email = patternText(/^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+\.[^\s@<>(),;:"\\[\]\p{Cc}.]{2,}$/u, {
  invalid: "Invalid Email, Please enter valid email."
});
var mobileNumber = patternText(MOBILE.pattern, MOBILE);
var postalCode = patternText(PIN.pattern, PIN);
var country = patternText(/^[A-Z]{2}$/, { invalid: "Country ID is required." });
var state = patternText(/^[A-Z]{2}(-[A-Z\d]{1,3})?$/, { invalid: "State is required." });
var accountNumber = optionalPattern(/^\d{1,34}$/, "Invalid Account Number, Please enter valid Account Number.");
var codeText = optionalText(30).transform((value) => normaliseGstin(value ?? "") || null);
function userFields(isVendor) {
  const required2 = (text3) => isVendor ? codeText.pipe(z14.string(text3)) : codeText;
  return z14.object({
    vendor_name: requiredText("Vendor name is required."),
    firstName: requiredText("First name is required.", 100),
    middleName: optionalText(100),
    lastName: requiredText("Last name is required.", 100),
    vendorType: isVendor ? z14.enum(VENDOR_TYPES, "Vendor type is required.") : z14.preprocess((value) => isBlank(value) ? null : value, z14.enum(VENDOR_TYPES, "Vendor type is required.").nullable()),
    vendor_Address_code: optionalText(50),
    address_Line1: requiredText("Address line 1 is required."),
    address_Line2: requiredText("Address line 2 is required."),
    postal_Code: postalCode,
    country_id: country,
    state,
    city: requiredText("City is required.", 100),
    email,
    mobileNumber,
    pan: required2("Pan number is required."),
    gstin: required2("GST number is required."),
    bankName: optionalText(100),
    accountNumber,
    IFSCCode: codeText,
    paymentTerms: optionalText(500),
    shippingTerms: optionalText(500)
  });
}
function checkUser(input, check2) {
  const errors = {};
  const parsed = userFields(check2.isVendor).safeParse(input);
  for (const issue of parsed.error?.issues ?? []) errors[String(issue.path[0])] ??= issue.message;
  if (check2.isVendor) {
    for (const document of DOCUMENTS) if (!check2.hasDocument(document.slot)) errors[document.slot] = document.required;
  }
  if (check2.strict) {
    for (const [field2, text3] of Object.entries(formatProblems(input))) errors[field2] ??= text3;
  }
  return parsed.success && Object.keys(errors).length === 0 ? { fields: parsed.data, errors: null } : { fields: null, errors };
}
function formatProblems(input) {
  const text3 = (field2) => normaliseGstin(plainText(input[field2]));
  return compact({
    pan: text3("pan") === "" ? null : panProblem(text3("pan")),
    gstin: text3("gstin") === "" ? null : gstinProblem(text3("gstin"), text3("pan") === "" ? null : text3("pan")),
    IFSCCode: text3("IFSCCode") === "" ? null : ifscProblem(text3("IFSCCode"))
  });
}
function plainText(value) {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}
function compact(given3) {
  return Object.fromEntries(Object.entries(given3).filter((entry4) => entry4[1] !== null));
}

// server/src/accounts/create.ts
import sql33 from "sql-template-tag";

// server/src/accounts/geography.ts
import { iso31661, iso31662 } from "iso-3166";
var byName = new Intl.Collator("en");
function byValue(one2, other) {
  return byName.compare(one2.value, other.value);
}
var abroad = iso31661.map(({ alpha2, name }) => ({ key: alpha2, value: name })).filter(({ key }) => key !== "IN");
var COUNTRIES = [{ key: "IN", value: "India" }, ...abroad.sort(byValue)];
var STATES = statesByCountry();
function statesByCountry() {
  const found = new Map(COUNTRIES.map(({ key }) => [key, []]));
  for (const { code: code2, name } of iso31662) found.get(code2.slice(0, 2))?.push({ key: code2, value: name });
  for (const [country2, list10] of found) {
    if (list10.length === 0) list10.push({ key: country2, value: countryName(country2) ?? country2 });
    tellApart(list10);
    list10.sort(byValue);
  }
  return found.set(
    "IN",
    INDIAN_STATES.map(({ key, name, gstCodes }) => ({ key, value: name, gstCode: gstCodes[0] }))
  );
}
function tellApart(options) {
  const names = options.map(({ value }) => value);
  const twice = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  for (const option2 of options) if (twice.has(option2.value)) option2.value = `${option2.value} (${option2.key})`;
}
function countries() {
  return COUNTRIES;
}
function states(country2) {
  return STATES.get(country2) ?? [];
}
function countryName(country2) {
  return COUNTRIES.find(({ key }) => key === country2)?.value ?? null;
}
function stateName(country2, state2) {
  return states(country2).find(({ key }) => key === state2)?.value ?? null;
}
function isState(country2, state2) {
  return stateName(country2, state2) !== null;
}
function placeProblems(input) {
  const [country2, state2] = [input["country_id"], input["state"]];
  if (typeof country2 !== "string" || country2 === "") return {};
  if (countryName(country2) === null) return { country_id: "Country ID is required." };
  return typeof state2 === "string" && state2 !== "" && !isState(country2, state2) ? { state: "State is required." } : {};
}

// server/src/accounts/papers.ts
import sql30, { join as join4, raw as raw5 } from "sql-template-tag";

// server/src/files/sniff.ts
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

// server/src/queue.ts
function boundedQueue(atOnce2, waiting2, ofOne = Number.POSITIVE_INFINITY) {
  let running = 0;
  const queue = [];
  const callers = [];
  return async function run(work, { who, signal } = {}) {
    if (who !== void 0 && callers.filter((each) => each === who).length >= ofOne) throw busy();
    if (running >= atOnce2 && queue.length >= waiting2) throw busy();
    if (who !== void 0) callers.push(who);
    if (running < atOnce2) running += 1;
    else await new Promise((start) => queue.push(start));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      if (who !== void 0) callers.splice(callers.indexOf(who), 1);
      const next = queue.shift();
      if (next === void 0) running -= 1;
      else next();
    }
  };
}

// server/src/files/sniff.ts
var PIXELS_MAX = 4e7;
var DOCUMENT_SIDE_MAX = 4e3;
var AVATAR_SIDE = 512;
var PICTURE_SECONDS = 20;
var inTurn = boundedQueue(2, 40);
sharp.cache(false);
var TOO_LARGE = {
  ok: false,
  reason: "size",
  message: `The file is larger than ${FILE_BYTES_MAX / 1024 / 1024} MB. Please choose a smaller one, such as a scan at a lower resolution.`
};
var EMPTY = { ok: false, reason: "empty", message: "The file is empty. Please choose it again." };
var BROKEN_PDF = {
  ok: false,
  reason: "broken",
  message: "The PDF is incomplete or damaged. Please open it, save it again and choose the new file."
};
var BROKEN_PICTURE = {
  ok: false,
  reason: "broken",
  message: "The picture is incomplete or damaged. Please open it, save it again as JPEG or PNG and choose the new file."
};
var TOO_MANY_PIXELS = {
  ok: false,
  reason: "size",
  message: `The picture has more than ${PIXELS_MAX / 1e6} megapixels. Please choose a smaller one.`
};
function checkDocument(content, name) {
  return check(content, name, {
    wanted: "PDF, PNG or JPEG",
    accepts: {
      "application/pdf": (pdf2) => Promise.resolve(checkPdf(pdf2)),
      "image/png": (png) => redraw(png, "image/png", (picture) => withinSide(picture).png()),
      "image/jpeg": (jpeg) => redraw(jpeg, "image/jpeg", (picture) => withinSide(picture).jpeg({ quality: 88 }))
    }
  });
}
function checkAvatar(content, name) {
  const asAvatar = (given3) => redraw(given3, "image/webp", (picture) => picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: "cover" }).webp({ quality: 82 }));
  return check(content, name, {
    wanted: "PNG, JPEG or WebP",
    accepts: { "image/png": asAvatar, "image/jpeg": asAvatar, "image/webp": asAvatar }
  });
}
async function check(content, name, { wanted: wanted2, accepts }) {
  if (content.length > FILE_BYTES_MAX) return TOO_LARGE;
  if (content.length === 0) return EMPTY;
  const found = await fileTypeFromBuffer(content).catch(() => void 0);
  const accept = found && accepts[found.mime];
  if (accept) return accept(content);
  const namedSo = /\.(pdf|png|jpe?g|webp)$/i.test(name) ? ", whatever its name says" : "";
  const actual = found ? `of type ${found.ext.toUpperCase()}` : "none of them";
  return { ok: false, reason: "type", message: `A ${wanted2} file is needed. This one is ${actual}${namedSo}.` };
}
function checkPdf(content) {
  const isWhole = content.subarray(-1024).includes("%%EOF");
  return isWhole ? { ok: true, content, mediaType: "application/pdf" } : BROKEN_PDF;
}
function withinSide(picture) {
  return picture.resize(DOCUMENT_SIDE_MAX, DOCUMENT_SIDE_MAX, { fit: "inside", withoutEnlargement: true });
}
function redraw(content, mediaType, encode) {
  return inTurn(async () => {
    try {
      const { width, height } = await sharp(content, { limitInputPixels: false }).metadata();
      if (width * height > PIXELS_MAX) return TOO_MANY_PIXELS;
      const upright = sharp(content, { limitInputPixels: PIXELS_MAX, failOn: "warning" }).timeout({ seconds: PICTURE_SECONDS }).autoOrient();
      return { ok: true, content: await encode(upright).toBuffer(), mediaType };
    } catch {
      return BROKEN_PICTURE;
    }
  });
}

// server/src/accounts/papers.ts
var KEPT = {
  avatar: { kind: "avatar", column: "avatar" },
  panpicture: { kind: "pan", column: "pan_document" },
  gstpicture: { kind: "gst", column: "gst_document" },
  cancelledchequepic: { kind: "cheque", column: "cancelled_cheque" },
  coincorporation: { kind: "incorporation", column: "incorporation_certificate" }
};
async function checkPapers(files2) {
  const papers = [];
  const errors = {};
  const statuses = /* @__PURE__ */ new Set();
  for (const slot of FILE_SLOTS) {
    const upload = files2.get(slot);
    if (upload === void 0) continue;
    const check2 = slot === "avatar" ? checkAvatar : checkDocument;
    const checked2 = upload.tooLarge ? TOO_LARGE : await check2(upload.content, upload.name);
    if (checked2.ok) papers.push({ slot, name: upload.name, content: checked2.content, mediaType: checked2.mediaType });
    else {
      errors[slot] = checked2.message;
      statuses.add(checked2.reason === "size" ? 413 : checked2.reason === "type" ? 415 : 422);
    }
  }
  const [only] = statuses;
  return { has: (slot) => files2.has(slot), papers, errors, status: statuses.size === 1 && only !== void 0 ? only : 422 };
}
function refuseFaults(fieldErrors, checked2) {
  const fields = fieldErrors ?? {};
  const all = { ...fields, ...checked2.errors };
  if (Object.keys(all).length === 0) return;
  const filesOnly = Object.keys(fields).every((field2) => field2 in checked2.errors);
  throw invalid(all, filesOnly ? checked2.status : 422);
}
async function keepPapers(ctx, tx, userId, papers) {
  const assignments = [];
  for (const paper of papers) {
    const { kind, column: column2 } = KEPT[paper.slot];
    const { id } = await ctx.files.save(tx, {
      ownerId: userId,
      kind,
      name: paper.name,
      content: paper.content,
      mediaType: paper.mediaType
    });
    assignments.push(sql30`${raw5(column2)} = ${id}`);
  }
  if (assignments.length > 0) await tx.execute(sql30`update users set ${join4(assignments)} where id = ${userId}`);
}

// server/src/accounts/passwords.ts
import { availableParallelism } from "node:os";
import { hash as hash2, hashRaw, verify } from "@node-rs/argon2";

// server/src/accounts/commonPasswords.ts
var AS_THEY_STAND = `
12345678 123456789 1234567890 0123456789 12345678910 123456789a 1234567891 1234567890- 0987654321 9876543210 987654321 87654321
11223344 1122334455 112233445566 123123123 123321123 12344321 123454321 12341234 147258369 147852369 159357456 159753456 159753258
741852963 789456123 789456123a 963852741 456789123 321654987 321321321 987654321a 13579246 1357924680 24681012 31415926 314159265
00000001 10203040 1020304050 01234567 01020304 11112222 111222333 12121990 12345679 123456780 12345678a 12345678q 123456abc
123456qwerty 1234qwer 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1qaz@wsx 1234abcd abcd1234 abc12345 abc123456
abc123abc abcd@1234 abc@1234 abc@12345 abcdefgh abcdefghi abcdefghij abcdef123 abcdef12 a1b2c3d4 a1b2c3d4e5 a1234567 a12345678
a123456789 aa123456 aa12345678 aaa11122 aaaaaa11 asd12345 asd123456 asdf1234 asdfasdf asdfghjk asdfghjkl asdfgh123 asdf1234! as123456
asdqwe123 qazwsxedc qazwsx123 qaz123wsx qweasdzxc qweasd123 qwe12345 qwe123456 qwer1234 qwerasdf qwert123 qwert12345 qwertyui qwertyuiop
qwertyqwerty q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 q123456789 qq123456 qwerqwer zaq12wsx zaq1zaq1 zaq1xsw2 zxcvbnm1 zxcvbnm123 zxcvbnm, zxcvbnm,./
zxc12345 zxcv1234 zxasqw12 poiuytrewq mnbvcxz1 lkjhgfdsa wertyuiop !qaz2wsx !qaz@wsx !@#$%^&* !@#$%^&*( !@#$%^&*() 1234!@#$ 12345!@# qwer!@#$
password passw0rd p@ssw0rd p@ssword pa55word pa$$word pa$$w0rd passwort pass1234 pass12345 pass@123 pass@1234 pass@word pass@word1 passpass
mypassword mypassword1 newpassword newpass1 oldpassword thepassword yourpassword nopassword passwordpassword password1! password!
password12! p@ssw0rd1 p@ssw0rd123 p@ssw0rd! p@ssword1 p@ssword123 p@55w0rd p4ssw0rd passphrase default1 defaultpassword changeme changeme1
changeme123 changeit changethis temppass temp1234 temp12345 temporary test1234 test12345 testtest testing1 testing123 tester123 test@123
test@1234 guest123 guest1234 user1234 user12345 user@123 demo1234 demo@123 root1234 root@123 rootroot toor1234 admin123 admin1234 admin12345
admin@12 adminadmin administrator administrator1 sysadmin superadmin superuser supervisor manager1 manager123 operator operator1 master12
master123 server123 oracle123 mysql123 login123 login1234 letmein1 letmein123 letmeinn letmein! logmein1 openup123 opensesame welcome1 welcome12
welcome01 welcome@1 secret12 secret123 secret1234 topsecret private1 access14 access123 security security1 internet internet1 computer computer1
computer123 laptop123 keyboard samsung1 samsung123 nokia123 nokia5800 micromax microsoft windows1 windows10 windows7 windowsxp google123 google12
gmail123 gmail.com yahoo123 yahoo.com facebook facebook1 facebook123 whatsapp whatsapp1 youtube1 youtube123 linkedin twitter1 instagram
instagram1 myspace1 hotmail1 hotmail.com minecraft minecraft1 fortnite roblox123 pokemon1 pokemon123 counterstrike playstation
iloveyou iloveyou1 iloveyou2 iloveyou! iloveyou12 iloveyou123 iloveyou3 iloveyou143 iloveyou7 iloveu123 ilovegod ilovejesus iloveme1 iloveme123
ilovemyself iloveyouso iloveumom ilovemom ilovedad iloveindia lovelove lovely123 loveyou1 loveyou123 loveme123 love1234 love12345 love@123
loveforever lover123 mylove123 mylove143 truelove trueluv1 sweetheart sweety123 sweetie1 sweetpea darling1 princess princess1 princess12
princess123 beautiful beautiful1 gorgeous honey123 babygirl babygirl1 babygirl12 babygurl1 babyboy1 baby1234 lovebug1 heartbeat
sunshine sunshine1 sunshine12 sunshine123 sunflower rainbow1 rainbow123 butterfly butterfly1 flower123 flowers1 blossom1 jasmine1 rosebud1
football football1 football12 football123 baseball baseball1 basketball basketball1 softball1 hockey123 cricket1 cricket123 cricket@123 soccer12
liverpool liverpool1 chelsea1 chelsea123 arsenal1 arsenal123 barcelona barcelona1 realmadrid juventus manchester manutd123 ronaldo1 ronaldo7
cristiano messi123 sachin123 sachin10 tendulkar dhoni007 mahendra virat123 virat018 viratkohli rohit123 rohit045 gautam123 yuvraj12
superman superman1 superman123 batman123 batman12 spiderman spiderman1 ironman1 ironman3 captain1 starwars starwars1 startrek trustno1 trustnoone
whatever whatever1 blink182 metallica metallica1 slipknot1 nirvana1 linkinpark eminem123 michael1 michael123 michelle michelle1 jennifer jennifer1
jessica1 jessica123 jonathan jordan23 jordan123 joshua123 nicholas benjamin alexander alexander1 alexandra christian christian1 christopher
elizabeth elizabeth1 victoria victoria1 veronica stephanie samantha samantha1 patricia patrick1 matthew1 matthew123 danielle daniel123 charlie1
charlie123 anthony1 anthony123 andrew123 ashley123 brandon1 brandon123 brittany brooklyn bubbles1 buster123 caroline cassandra catherine
charlotte chocolate chocolate1 cookie123 corvette creative crystal1 dolphin1 dolphins dragon12 dragon123 dragon1234 dragonball dreamer1 eagles123
einstein estrella fernando ferrari1 firebird forever1 forever123 formula1 francisco freedom1 freedom123 friends1 friends4ever friendship
fuckyou1 fuckyou2 fuckyou123 fuckoff1 fuckyou! gabriela gangster garfield giants123 goldfish gonzalez goodluck1 guitar123 hannah123 happy123
happy1234 happiness harley123 hello123 hello1234 hello12345 hellohello hello@123 helloworld hellokitty hollywood hunter12 hunter123 icecream
infinity inuyasha isabella jackson1 jackson5 jackass1 jamaica1 jasmine123 jeremiah jonas123 justin123 justinbieber karina123 katherine kimberly
kingkong kingking kristina lakers24 lalala123 leonardo lollipop lucky123 lucky777 lucky1234 madison1 marlboro margaret maverick maxwell1 melissa1
mercedes mercedes1 midnight midnight1 miracle1 monkey12 monkey123 monkey1234 monster1 monster123 mountain mustang1 mustang69 naruto123 natalie1
nintendo november october1 september february december alejandra pakistan pakistan1 pakistan123 panther1 paradise peanut123 penguin1 phoenix1
pineapple placeholder plymouth popcorn1 precious pretty123 qwaszx12 rangers1 raiders1 rebecca1 redskins remember rockstar rockstar1 rock1234
sabrina1 sandra123 santiago savannah scooter1 scorpion scorpio1 sebastian sexy1234 sexygirl shadow12 shadow123 shannon1 silver123
simpsons skateboard slideshow snickers snowball snowboard soccer123 sparky123 spencer1 spiderpig steelers stardust strawberry stupid123
success1 success123 summer12 summer123 summer2023 summer2024 summer2025 winter12 winter123 winter2023 winter2024 winter2025 spring123 spring2024
autumn123 swordfish system32 teacher1 tequila1 thunder1 thunder123 tigers123 tiger123 tinkerbell tinkerbell1 tottenham trinity1 tweety123 undertaker
unicorn1 valentina valentine vanessa1 vampire1 vikings1 warcraft warrior1 westside william1 winston1 wildcats wolfpack wonderful xxxxxxxx yamaha123
yankees1 yankees2 zachary1 zinch123 zzzzzzzz bismillah bismillah786 allah786 allahuakbar alhamdulillah mashallah muhammad mohammad mohammed
mohammed1 rasoolallah 786786786 78678678 jesus123 jesuschrist jesuslove godisgood godislove godisgreat godbless blessed1 amen1234 christ123 church123
omnamahshivaya omnamah108 omsairam omsairam1 omsairam123 om123456 omom1234 sairam123 sairam12 saibaba1 saibaba123 jaisairam jaimatadi jaimatadi1
jaimatadi123 jaishreeram jaishriram jaisriram jaishreekrishna jaishreeram1 jaishreeram123 jaihanuman jaihind1 jaihind123 jaihind@123 bharatmata
vandemataram harekrishna harekrishna1 harharmahadev mahadev1 mahadev123 mahakal1 mahakal123 bholenath bholenath1 shivshakti shiva123 ganesh123
ganpati1 ganpati123 ganpatibappa hanuman1 hanuman123 krishna1 krishna12 krishna123 radhakrishna radheradhe radheradhe1 radhe123 radheshyam
lakshmi1 lakshmi123 laxmi123 laxmi1234 saraswati saraswati1 durgamata durga123 balaji123 balaji12 tirupati tirupati1 venkatesh venkatesh1 govinda1
govinda123 murugan1 murugan123 ayyappan ayyappa1 swamiye123 waheguru waheguru1 waheguru123 satnam123 singh123 singhisking sandeep1 sandeep123
pradeep1 pradeep123 kuldeep1 kuldeep123 deepak12 deepak123 deepika1 deepika123 deepa123 rahul123 rahul1234 rahul@123 rohan123 rakesh12 rakesh123
rajesh12 rajesh123 ramesh12 ramesh123 suresh12 suresh123 mahesh12 mahesh123 mukesh12 mukesh123 dinesh12 dinesh123 naresh12 naresh123 ganesh12
umesh123 yogesh12 yogesh123 nilesh12 nilesh123 hitesh12 hitesh123 jitendra jitendra1 jitendra123 narendra narendra1 narendra123 virendra surendra
rajendra rajendra1 mahendra1 mahendra123 dharmendra upendra1 abhishek abhishek1 abhishek123 abhi1234 abhinav1 aditya12 aditya123 ajay1234 akash123
akshay12 akshay123 akshaykumar aman1234 amit1234 amit12345 amit@123 amitabh1 anand123 anil1234 anil@123 anjali12 anjali123 ankit123 ankita12 ankita123
ankur123 anurag12 anurag123 arjun123 arvind12 arvind123 ashish12 ashish123 ashok123 ashwini1 avinash1 avinash123 bhavesh1 bhavani1 chandan1 chandan123
chandra1 chetan12 darshan1 devendra dhananjay divya123 farhan123 faisal123 gaurav12 gaurav123 gayatri1 gopal123 govind123 gurpreet harish123 harpreet
harsh123 harsha12 imran123 irfan123 jagdish1 jyoti123 kajal123 kalpana1 kamal123 kapil123 karan123 karthik1 karthik123 kartik12 kavita12 kavita123
kavitha1 khushi12 khushi123 kiran123 kishore1 komal123 krishnan kumar123 kumar1234 kumar@123 kunal123 lokesh12 madhuri1 madhu123 mahima12 manish12
manish123 manisha1 manisha123 manju123 manjunath manoj123 manoj1234 meena123 mohan123 mohit123 monika12 monika123 mumtaz12 nagaraju nagendra naveen12
naveen123 navneet1 neelam12 neeraj12 neeraj123 neha1234 nikhil12 nikhil123 nisha123 nitesh12 nitin123 nitin1234 padmavathi pankaj12 pankaj123 pawan123
payal123 pooja123 pooja1234 poonam12 poonam123 prabhakar prabhu123 pradnya1 prakash1 prakash123 pramod12 pramod123 pranav12 prasad12 prasad123 prashant
prashant1 prashanth praveen1 praveen123 preeti12 preeti123 prince12 prince123 priya123 priya1234 priyanka priyanka1 priyanka123 priyanshu puneet12
pushpa12 rachana1 raghav12 ragini12 rajat123 rajeev12 rajkumar rajkumar1 rajkumar123 rajni123 rajput12 rajput123 raju1234 raman123 ramakrishna ranjan12
ranjeet1 ranjit12 rashmi12 rashmi123 ravi1234 ravi12345 ravi@123 ravikumar ravindra ravindra1 reddy123 rekha123 renuka12 reshma12 riya1234 ritesh12
ritesh123 ritika12 rohit1234 rohini12 roopa123 rupali12 rupesh12 sachin12 sachin1234 sagar123 sahil123 salman12 salman123 salmankhan sameer12 sameer123
sandhya1 sangeeta sangita1 sanjana1 sanjay12 sanjay123 sanjeev1 sanjeev123 santosh1 santosh123 sapna123 sarita12 satish12 satish123 satyam12 saurabh1
saurabh123 savita12 seema123 shabana1 shahrukh shahrukh1 shahrukhkhan shailesh shalini1 shankar1 shankar123 sharma12 sharma123 sharmila shashi12 sheetal1
shekhar1 shilpa12 shilpa123 shivam12 shivam123 shivani1 shivani123 shivaji1 shivaji123 shreya12 shubham1 shubham123 shweta12 shweta123 siddharth
siddharth1 simran12 simran123 sneha123 sneha1234 sonali12 sonali123 sonam123 sonia123 sonu1234 sonu12345 srinivas srinivas1 srinivasa subhash1 subramani
sudhakar sudhir12 sujata12 suman123 sumit123 sumit1234 sunil123 sunil1234 sunita12 sunita123 sunny123 sunny1234 surya123 sushil12 sushma12 swapnil1 swati123
tanvi123 tarun123 tejas123 uday1234 usha1234 vaibhav1 vaibhav123 vandana1 varsha12 varun123 vasudev1 vicky123 vidya123 vijay123 vijay1234 vijaya12 vikas123
vikas1234 vikram12 vikram123 vimal123 vinay123 vineet12 vinod123 vinod1234 vipin123 vishal12 vishal123 vishnu12 vishnu123 vivek123 vivek1234 yadav123
hindustan hindustan1 bharat12 bharat123 bangalore bengaluru chennai1 chennai123 hyderabad mumbai12 mumbai123 kolkata1 kolkata123 lucknow1 ahmedabad
gujarat1 gujarat123 kerala123 punjab12 punjab123 rajasthan rajasthan1 maharashtra tamilnadu karnataka bollywood taj_mahal tajmahal tajmahal1
mummypapa mummypapa1 mummydaddy mummy123 mumdad123 maapapa1 papamummy papa1234 appaamma ammaappa amma1234 motherfather motherindia mother123 father123
mother12 brother1 sister12 family123 myfamily mylife123 myname123 mynameis friends123 chocolate123 shopping vendor12 vendor123 vendor@123 vendor1234
supplier1 supplier123 company1 company123 company@123 business1 business123 office12 office123 office@123 account1 account123 accounts1 accounts123
finance1 finance123 invoice1 invoice123 payment1 payment123 purchase purchase1 purchase123 portal123 portal@123 aapurti1 aapurti123 aapurti@123
`;
var WORDS = `password pass admin welcome india indian qwerty hello user test login master vendor supplier company office rice mill kisan
krishna ganesh sairam mahadev shiva jaihind bharat mumbai delhi rahul rohit priya pooja amit ravi raj kumar sharma singh
love lucky happy friends family money super secret change aapurti portal`;
var ENDINGS = `12 123 1234 12345 123456 @1 @12 @123 @1234 @12345 #123 #1234 _123 123! 1234! 123# 123@ @2020 @2021 @2022 @2023 @2024 @2025 @2026
2020 2021 2022 2023 2024 2025 2026 @786 786 007 @007 108 143`;
var words = (text3) => text3.trim().split(/\s+/);
var COMMON_PASSWORDS = new Set(
  [...words(AS_THEY_STAND), ...words(WORDS).flatMap((word) => words(ENDINGS).map((ending) => word + ending))].filter(
    (entry4) => entry4.length >= 8
  )
);

// server/src/accounts/passwords.ts
var COST2 = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
var HASH_OF_NOTHING = "$argon2id$v=19$m=19456,t=2,p=1$TPdePB3SxARSBIG7L6SaZw$n/2n5xW9WizF2/C+/1MSARZZBc15w577SjCGoaUbTZI";
var inTurn2 = boundedQueue(Math.min(4, availableParallelism()), 100);
function hashPassword(password2) {
  return inTurn2(() => hash2(canonical(password2), COST2));
}
function hashWithSalt(text3, salt) {
  return inTurn2(() => hashRaw(text3, { ...COST2, salt }));
}
async function verifyPassword(stored, password2) {
  const matches = await inTurn2(() => verify(stored ?? HASH_OF_NOTHING, canonical(password2)));
  return matches && stored !== null;
}
function isCommonPassword(password2, personal = []) {
  const lower = canonical(password2).toLowerCase();
  const known = personal.flatMap((text3) => [text3, text3.split("@")[0] ?? ""]).map((text3) => canonical(text3).trim().toLowerCase());
  return COMMON_PASSWORDS.has(lower) || /^(.{1,4}?)\1+$/su.test(lower) || known.includes(lower);
}
function chosenPasswordProblem(password2, personal = []) {
  const problem2 = passwordProblem(password2);
  if (problem2 !== null) return problem2;
  return isCommonPassword(password2, personal) ? "This password is too easy to guess. Please choose another." : null;
}
function canonical(password2) {
  return password2.normalize("NFKC");
}

// server/src/accounts/resets.ts
import { createHash as createHash7, randomBytes as randomBytes4 } from "node:crypto";
import sql32 from "sql-template-tag";

// server/src/accounts/users.ts
import sql31 from "sql-template-tag";
var userColumns = sql31`
  users.id::text as _id, first_name as "firstName", middle_name as "middleName", last_name as "lastName", email,
  mobile_number as "mobileNumber", is_admin as "isAdmin", is_active as "isActive", avatar, vendor_name, vendor_type as "vendorType",
  vendor_code as "vendor_Code", vendor_address_code as "vendor_Address_code", address_line1 as "address_Line1",
  address_line2 as "address_Line2", postal_code as "postal_Code", country_id, state, city, pan, gstin,
  pan_document as "panDocument", gst_document as "gstDocument", cancelled_cheque as "cancelledCheque",
  incorporation_certificate as "certiOfIncorporation", bank_name as "bankName", account_number as "accountNumber",
  ifsc_code as "IFSCCode", payment_terms as "paymentTerms", shipping_terms as "shippingTerms",
  system_vendor_id as "system_Vendor_id", to_json(users.created_at) #>> '{}' as "createdAt", to_json(users.updated_at) #>> '{}' as "updatedAt"`;
function seesAll(actor) {
  return actor.isAdmin && actor.isActive && actor.setUpFirst !== true;
}
function toUser(ctx, { avatar, ...row }) {
  const link = (file) => file === null ? null : ctx.files.link(file);
  return {
    ...row,
    userImg: link(avatar),
    countryName: countryName(row.country_id),
    stateName: stateName(row.country_id, row.state),
    panDocument: link(row.panDocument),
    gstDocument: link(row.gstDocument),
    cancelledCheque: link(row.cancelledCheque),
    certiOfIncorporation: link(row.certiOfIncorporation)
  };
}
async function findUser(db, where) {
  return db.first(sql31`select ${userColumns} from users where ${where}`);
}
async function visibleUser(ctx, actor, id) {
  const row = seesAll(actor) || id === actor.id ? await findUser(ctx.db, sql31`id = ${idOf3(id)}`) : void 0;
  if (row === void 0) throw notFound();
  return row;
}
async function getUser(ctx, actor, id, token) {
  const shown2 = toUser(ctx, await visibleUser(ctx, actor, id));
  if (id !== actor.id) return shown2;
  return { ...shown2, accessToken: await isCurrentSession(ctx, actor) ? token : null };
}
function personalTexts(user2) {
  return ["email", "vendor_name", "mobileNumber"].flatMap((field2) => typeof user2[field2] === "string" ? [user2[field2]] : []);
}
async function listUsers(ctx, actor, query2) {
  const found = await listRows(ctx.db, {
    select: userColumns,
    from: sql31`users`,
    scope: [seesAll(actor) ? null : sql31`users.id = ${actor.id}`],
    where: [
      query2.status === void 0 ? null : sql31`is_active = ${query2.status === "active"}`,
      query2.synced === void 0 ? null : sql31`not is_admin and (system_vendor_id is not null) = ${query2.synced === "true"}`,
      contains(sql31`lower(first_name || ' ' || last_name || ' ' || vendor_name || ' ' || email || ' ' || mobile_number)`, query2.search)
    ],
    key: sql31`users.id`,
    sorts: {
      firstName: sql31`lower(first_name)`,
      lastName: sql31`lower(last_name)`,
      email: sql31`lower(email)`,
      vendor_Code: sql31`vendor_code`,
      createdAt: sql31`users.id`
    },
    page: pageOf2(query2)
  });
  const rows = JSON.parse(found.body.text).map((row) => toUser(ctx, row));
  return { ...found, body: new WireJson(JSON.stringify(encodeNames(rows))) };
}
async function listNames(ctx, actor) {
  return ctx.db.rows(sql31`
    select id::text as _id, first_name as "firstName", last_name as "lastName", vendor_name from users
    ${seesAll(actor) ? sql31`` : sql31`where id = ${actor.id}`}
    order by lower(vendor_name), lower(first_name), id`);
}

// server/src/accounts/resets.ts
function digest2(secret) {
  return createHash7("sha256").update(secret).digest();
}
async function newResetLink(ctx, userId, purpose) {
  const secret = randomBytes4(32).toString("base64url");
  const now = ctx.clock();
  await ctx.db.transaction(async (tx) => {
    await endResetLinks(tx, userId);
    await tx.execute(sql32`
      insert into password_resets (secret_hash, user_id, expires_at)
      values (${digest2(secret)}, ${userId}, ${now}::timestamptz + make_interval(mins => ${LINK_MINUTES[purpose]}))`);
  });
  return `${ctx.settings.publicUrl}/password-reset/${secret}`;
}
async function endResetLinks(db, userId) {
  await db.execute(sql32`delete from password_resets where user_id = ${userId}`);
}
async function sendResetLink(ctx, email2) {
  const user2 = await ctx.db.first(sql32`
    select id::text, email, first_name from users where lower(email) = lower(${email2.trim()})`);
  if (user2 === void 0) throw new Refusal(401, messages6.userNotFound);
  const mail2 = await ctx.db.transaction(async (tx) => {
    const url = await newResetLink({ ...ctx, db: tx }, user2.id, "reset");
    return claimMail(tx, { kind: "reset", userId: user2.id, to: user2.email, content: { name: user2.first_name, url } });
  });
  if (!await ctx.mail.sendNow(mail2)) throw new Refusal(400, messages6.resetFailed);
}
async function resetPassword(ctx, secret, password2) {
  const live = sql32`secret_hash = ${digest2(secret)} and used_at is null and expires_at > ${ctx.clock()}`;
  const owner = await ctx.db.first(sql32`
    select email, vendor_name, mobile_number as "mobileNumber" from password_resets join users on users.id = user_id where ${live}`);
  if (owner === void 0) throw new Refusal(401, messages6.resetLinkDead);
  const problem2 = chosenPasswordProblem(password2, personalTexts(owner));
  if (problem2 !== null) throw invalid({ password: problem2 });
  const passwordHash = await hashPassword(password2);
  const user2 = await ctx.db.transaction(async (tx) => {
    const used = await tx.first(sql32`
      update password_resets set used_at = ${ctx.clock()} where ${live} returning user_id::text`);
    if (used === void 0) throw new Refusal(401, messages6.resetLinkDead);
    await lockForSignIns(tx, used.user_id);
    await endSessions(tx, used.user_id, null);
    await recordAudit(tx, { actor: null, ownerId: used.user_id, action: "user.reset", entity: "user", entityId: used.user_id });
    const changed = await tx.first(sql32`
      update users set password_hash = ${passwordHash} where id = ${used.user_id} returning id::text, email, first_name`);
    if (changed === void 0) throw new Error("a reset link belongs to a user");
    const { id, email: email2, first_name: name } = changed;
    await queueMail({ ...ctx, db: tx }, { kind: "password", userId: id, to: email2, content: { name } });
    return changed;
  });
  await ctx.sessions.forget(user2.id);
  return user2.email;
}

// server/src/accounts/create.ts
function sentSwitches(byAdmin, body) {
  const sent = {};
  const errors = {};
  for (const name of byAdmin ? ["isAdmin", "isActive"] : []) {
    if (isBlank(body[name])) continue;
    const parsed = flag.safeParse(body[name]);
    if (parsed.success) sent[name] = parsed.data;
    else errors[name] = parsed.error.issues[0]?.message ?? "";
  }
  return { sent, errors };
}
async function createAccount(ctx, actor, body, papers) {
  const byAdmin = actor !== null;
  const switches2 = sentSwitches(byAdmin, body);
  const { isAdmin = false, isActive = false } = switches2.sent;
  const checked2 = checkUser(body, { isVendor: !isAdmin, strict: !byAdmin, hasDocument: papers.has });
  const errors = { ...placeProblems(body), ...checked2.errors, ...switches2.errors };
  const password2 = body.password ?? "";
  const passwordError = byAdmin ? invitedPasswordProblem(password2) : chosenPasswordProblem(password2, personalTexts(body));
  if (passwordError !== null) errors["password"] = passwordError;
  if (!byAdmin && ctx.settings.captcha && isBlank(body.captcha)) errors["captcha"] = messages6.captcha;
  refuseFaults(errors, papers);
  if (checked2.fields === null) throw new Error("a user without errors has fields");
  const fields = checked2.fields;
  const answer = typeof body.captcha === "string" ? body.captcha : "";
  if (!byAdmin && !await ctx.captcha.claim(ctx.db, answer)) throw invalid({ captcha: messages6.captcha });
  const passwordHash = password2 === "" ? null : await hashPassword(password2);
  const created = await ctx.db.transaction(async (tx) => {
    const added = await insertUser(tx, fields, {
      passwordHash,
      isAdmin,
      isActive,
      proposedCode: proposedCode(body.vendor_Code),
      systemVendorId: byAdmin && typeof body.system_Vendor_id === "string" && body.system_Vendor_id !== "" ? body.system_Vendor_id : null
    });
    if ("duplicate" in added) return added;
    await keepPapers(ctx, tx, added.id, papers.papers);
    await recordAudit(tx, {
      actor,
      ownerId: added.id,
      action: byAdmin ? "user.create" : "user.register",
      entity: "user",
      entityId: added.id,
      after: { ...fields, isAdmin, isActive, vendor_Code: added.vendorCode }
    });
    const { email: to, firstName: name, vendor_name: company } = fields;
    const inside = { ...ctx, db: tx };
    if (!byAdmin) await queueMail(inside, { kind: "registration", userId: added.id, to, content: { name, company } });
    if (passwordHash === null) {
      const url = await newResetLink(inside, added.id, "invitation");
      await queueMail(inside, { kind: "invitation", userId: added.id, to, content: { name, url } });
    }
    return added;
  });
  return "duplicate" in created ? created : { ...created, message: messages6.created };
}
function invitedPasswordProblem(password2) {
  return password2 === "" ? null : passwordProblem(password2);
}
function proposedCode(given3) {
  const text3 = typeof given3 === "number" || typeof given3 === "string" ? String(given3).trim() : "";
  return /^\d{1,9}$/.test(text3) && Number(text3) < VENDOR_CODE_LIMIT ? Number(text3) : null;
}
function* codes2(proposed) {
  if (proposed !== null) yield proposed;
  for (let attempt2 = 0; attempt2 < 20; attempt2 += 1) yield randomInt2(VENDOR_CODE_LIMIT);
  for (let attempt2 = 0; attempt2 < 20; attempt2 += 1) yield randomInt2(VENDOR_CODE_LIMIT, 1e9);
}
async function insertUser(tx, fields, insert) {
  for (const code2 of codes2(insert.proposedCode)) {
    const row = await tx.first(sql33`
      insert into users (email, mobile_number, password_hash, first_name, middle_name, last_name, is_admin, is_active, vendor_name,
        vendor_type, vendor_code, vendor_address_code, address_line1, address_line2, postal_code, country_id, state, city, pan, gstin,
        bank_name, account_number, ifsc_code, payment_terms, shipping_terms, system_vendor_id)
      values (${fields.email}, ${fields.mobileNumber}, ${insert.passwordHash}, ${fields.firstName}, ${fields.middleName},
        ${fields.lastName}, ${insert.isAdmin}, ${insert.isActive}, ${fields.vendor_name}, ${fields.vendorType}, ${code2},
        ${fields.vendor_Address_code}, ${fields.address_Line1}, ${fields.address_Line2}, ${fields.postal_Code}, ${fields.country_id},
        ${fields.state}, ${fields.city}, ${fields.pan}, ${fields.gstin}, ${fields.bankName}, ${fields.accountNumber},
        ${fields.IFSCCode}, ${fields.paymentTerms}, ${fields.shippingTerms}, ${insert.systemVendorId})
      on conflict do nothing returning id::text`);
    if (row !== void 0) return { id: row.id, vendorCode: code2 };
    const duplicate2 = await duplicateOf(tx, fields, null);
    if (duplicate2 !== null) return { duplicate: duplicate2 };
  }
  throw new Error("no free vendor code was found in 40 tries");
}
async function duplicateOf(db, fields, ownId) {
  const taken = await db.first(sql33`
    select coalesce(bool_or(lower(email) = lower(${fields.email})), false) as email,
           coalesce(bool_or(mobile_number = ${fields.mobileNumber}), false) as mobile
    from users where (lower(email) = lower(${fields.email}) or mobile_number = ${fields.mobileNumber}) and id is distinct from ${ownId}`);
  return taken?.email ? messages6.duplicateEmail : taken?.mobile ? messages6.duplicateMobile : null;
}

// server/src/accounts/edit.ts
import sql34 from "sql-template-tag";
async function editAccount(ctx, actor, id, body, files2) {
  const seen = await visibleUser(ctx, actor, id);
  const papers = await checkPapers(files2);
  const switches2 = sentSwitches(actor.isAdmin, body);
  const password2 = await newPassword2(actor, seen, body);
  const otherErrors = { ...switches2.errors, ...password2.errors };
  const outcome = await ctx.db.transaction(async (tx) => {
    await lockUser(tx, id, switches2.sent.isAdmin === false || switches2.sent.isActive === false);
    const before = await findUser(tx, sql34`id = ${idOf3(id)}`);
    if (before === void 0) throw notFound();
    refuseStale(before, body.updatedAt, toUser(ctx, before));
    const permission = { isAdmin: before.isAdmin, isActive: before.isActive, ...switches2.sent };
    const fields = checkedFields({ actor, before, body, files: files2, papers, isAdmin: permission.isAdmin, otherErrors });
    if (before.isAdmin && before.isActive && !(permission.isAdmin && permission.isActive)) await refuseLastAdministrator(tx, before._id);
    const duplicate2 = await updateUser(tx, before, fields, permission, actor.isAdmin ? body.system_Vendor_id : void 0);
    if (duplicate2 !== null) return { duplicate: duplicate2 };
    await keepPapers(ctx, tx, before._id, papers.papers);
    if (password2.hash !== null) {
      await tx.execute(sql34`update users set password_hash = ${password2.hash} where id = ${before._id}`);
      await endSessions(tx, before._id, actor.id === before._id ? actor.sessionId : null);
    }
    if (password2.hash !== null || fields.email !== before.email) await endResetLinks(tx, before._id);
    const after = await findUser(tx, sql34`id = ${before._id}`);
    if (after === void 0) throw notFound();
    const changed = await audit2(tx, actor, before, after, password2.hash !== null);
    await tellAdministrators(tx, actor, after, changed);
    await tell({ ...ctx, db: tx }, before, after, password2.hash !== null);
    return { after };
  });
  if ("duplicate" in outcome) return outcome;
  await ctx.sessions.forget(seen._id);
  return { user: toUser(ctx, outcome.after) };
}
async function tell(ctx, before, after, password2) {
  const [userId, name] = [after._id, after.firstName];
  if (!before.isActive && after.isActive) {
    await queueMail(ctx, { kind: "activation", userId, content: { name, url: `${ctx.settings.publicUrl}/login` } });
  }
  const to = before.email;
  if (password2) await queueMail(ctx, { kind: "password", userId, to, content: { name } });
  if (before.email.toLowerCase() !== after.email.toLowerCase()) await queueMail(ctx, { kind: "email", userId, to, content: { name } });
}
async function newPassword2(actor, seen, body) {
  if (body.password === void 0 || body.password === "") return { hash: null, errors: {} };
  const personal = [...personalTexts({ ...seen }), ...personalTexts(body)];
  const problem2 = actor.isAdmin ? passwordProblem(body.password) : chosenPasswordProblem(body.password, personal);
  return problem2 === null ? { hash: await hashPassword(body.password), errors: {} } : { hash: null, errors: { password: problem2 } };
}
async function lockUser(tx, id, stepsDown) {
  await tx.execute(sql34`select 1 from users where id = ${idOf3(id)} or (${stepsDown} and is_admin and is_active) order by id for update`);
}
function checkedFields({ actor, before, body, files: files2, papers, isAdmin, otherErrors }) {
  const merged2 = { ...before };
  for (const [field2, value] of Object.entries(body)) if (field2 in before && value !== void 0) merged2[field2] = value;
  const stored = new Set(DOCUMENTS.filter((document) => before[document.link] !== null).map((document) => document.slot));
  const checked2 = checkUser(merged2, {
    isVendor: !isAdmin,
    strict: false,
    hasDocument: (slot) => files2.has(slot) || stored.has(slot)
  });
  const strict = actor.isAdmin ? {} : changedFormatProblems(before, merged2);
  const errors = { ...placeProblems(merged2), ...strict, ...checked2.errors, ...otherErrors };
  refuseFaults(errors, papers);
  if (checked2.fields === null) throw new Error("a user without errors has fields");
  return checked2.fields;
}
function changedFormatProblems(before, merged2) {
  const { errors } = checkUser(merged2, { isVendor: false, strict: true, hasDocument: () => true });
  const tax = ["pan", "gstin", "IFSCCode"];
  const changed = tax.filter((field2) => (merged2[field2] ?? "") !== (before[field2] ?? ""));
  return Object.fromEntries(Object.entries(errors ?? {}).filter(([field2]) => changed.includes(field2)));
}
async function refuseLastAdministrator(tx, id) {
  const another = await tx.first(sql34`select 1 from users where is_admin and is_active and id <> ${id}`);
  if (another === void 0) throw conflict(messages6.lastAdministrator);
}
var UNIQUE_VIOLATION = "23505";
async function updateUser(tx, before, fields, permission, systemVendorId) {
  const external = typeof systemVendorId === "string" && systemVendorId !== "" ? systemVendorId : before.system_Vendor_id;
  const update2 = sql34`
    update users set email = ${fields.email}, mobile_number = ${fields.mobileNumber}, first_name = ${fields.firstName},
      middle_name = ${fields.middleName}, last_name = ${fields.lastName}, is_admin = ${permission.isAdmin}, is_active = ${permission.isActive},
      vendor_name = ${fields.vendor_name}, vendor_type = ${fields.vendorType}, vendor_address_code = ${fields.vendor_Address_code},
      address_line1 = ${fields.address_Line1}, address_line2 = ${fields.address_Line2}, postal_code = ${fields.postal_Code},
      country_id = ${fields.country_id}, state = ${fields.state}, city = ${fields.city}, pan = ${fields.pan}, gstin = ${fields.gstin},
      bank_name = ${fields.bankName}, account_number = ${fields.accountNumber}, ifsc_code = ${fields.IFSCCode},
      payment_terms = ${fields.paymentTerms}, shipping_terms = ${fields.shippingTerms}, system_vendor_id = ${external},
      updated_at = clock_timestamp()
    where id = ${before._id}`;
  try {
    await tx.transaction((savepoint) => savepoint.execute(update2));
    return null;
  } catch (error) {
    if (error.code !== UNIQUE_VIOLATION) throw error;
    const duplicate2 = await duplicateOf(tx, fields, before._id);
    if (duplicate2 === null) throw error;
    return duplicate2;
  }
}
async function audit2(tx, actor, before, after, password2) {
  const entry4 = { actor, ownerId: before._id, entity: "user", entityId: before._id };
  const changed = await recordChange(tx, { ...entry4, action: "user.edit" }, before, after);
  if (password2) await recordAudit(tx, { ...entry4, action: "user.password" });
  return changed;
}
async function tellAdministrators(tx, actor, user2, changed) {
  const fields = SENSITIVE_FIELDS.filter((field2) => changed.includes(field2)).map(fieldWords);
  if (fields.length === 0) return;
  const others = await tx.rows(sql34`
    select id::text from users where is_admin and is_active and id <> ${actor.id} order by id`);
  const by = actor.id === user2._id ? "The vendor itself" : "An administrator";
  await queueMails(
    tx,
    others.map(({ id }) => ({ kind: "changes", userId: id, content: { vendor: user2.vendor_name, userId: user2._id, by, fields } }))
  );
}

// server/src/accounts/devices.ts
import sql35 from "sql-template-tag";
async function listSignIns(ctx, actor) {
  return ctx.db.rows(sql35`
    select id::text as _id, to_json(at) #>> '{}' as at, address, user_agent as "userAgent", result, second_factor as "secondFactor"
    from sign_ins where user_id = ${actor.id} order by sign_ins.id desc limit ${SIGN_INS_SHOWN}`);
}
async function listSessions(ctx, actor) {
  return ctx.db.rows(sql35`
    select id::text as _id, to_json(created_at) #>> '{}' as "createdAt", to_json(last_seen_at) #>> '{}' as "lastSeenAt", address,
           user_agent as "userAgent", id = ${actor.sessionId} as current
    from sessions where user_id = ${actor.id} and ${liveAt(ctx.clock())}
    order by id = ${actor.sessionId} desc, last_seen_at desc, sessions.id desc`);
}
async function endOneSession(ctx, actor, id) {
  await ctx.db.transaction(async (tx) => {
    const ended = await tx.execute(sql35`delete from sessions where id = ${idOf3(id)} and user_id = ${actor.id}`);
    if (ended === 0) throw notFound();
    await recordAudit(tx, { actor, ownerId: actor.id, action: "session.end", entity: "session", entityId: actor.id });
  });
  await ctx.sessions.forget(actor.id);
  return securityMessages.sessionEnded;
}
async function endAllSessions(ctx, actor, { id = actor.id, all }) {
  const user2 = await visibleUser(ctx, actor, id);
  const count3 = await ctx.db.transaction(async (tx) => {
    const ended = await endSessions(tx, user2._id, all ? null : actor.sessionId);
    await recordAudit(tx, {
      actor,
      ownerId: user2._id,
      action: "session.endAll",
      entity: "user",
      entityId: user2._id,
      after: { sessions: ended }
    });
    return ended;
  });
  await ctx.sessions.forget(user2._id);
  if (count3 === 0) return all ? "No device was signed in." : "No other device was signed in.";
  return `${count3 === 1 ? "One device is" : `${count3} devices are`} signed out.`;
}

// server/src/accounts/secondFactor.ts
import sql37 from "sql-template-tag";

// server/src/accounts/recoveryCodes.ts
import { randomBytes as randomBytes5, randomInt as randomInt3 } from "node:crypto";
import sql36 from "sql-template-tag";
var ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
var LENGTH = 10;
async function newRecoveryCodes() {
  const salt = randomBytes5(16);
  const bare = Array.from(
    { length: RECOVERY_CODES },
    () => Array.from({ length: LENGTH }, () => ALPHABET[randomInt3(ALPHABET.length)]).join("")
  );
  const hashes = [];
  for (const code2 of bare) hashes.push(await hashWithSalt(code2, salt));
  return { codes: bare.map((code2) => `${code2.slice(0, LENGTH / 2)}-${code2.slice(LENGTH / 2)}`), salt, hashes };
}
async function storeRecoveryCodes(db, userId, { salt, hashes }) {
  await db.execute(sql36`delete from recovery_codes where user_id = ${userId}`);
  await db.execute(sql36`update second_factors set recovery_salt = ${salt} where user_id = ${userId}`);
  await db.execute(sql36`insert into recovery_codes (user_id, code_hash) select ${userId}::bigint, unnest(${hashes}::bytea[])`);
}
function plainRecoveryCode(typed) {
  const plain2 = typed.toLowerCase().replaceAll(/[\s\p{Pd}]/gu, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return plain2.length === LENGTH && [...plain2].every((letter) => ALPHABET.includes(letter)) ? plain2 : null;
}
async function recoveryHash(db, userId, plain2) {
  const row = await db.first(sql36`select recovery_salt as salt from second_factors where user_id = ${userId}`);
  return row?.salt ? hashWithSalt(plain2, row.salt) : null;
}
async function spendRecoveryCode(db, userId, hash3, now) {
  const used = await db.execute(sql36`
    update recovery_codes set used_at = ${now} where user_id = ${userId} and code_hash = ${hash3} and used_at is null`);
  return used === 1;
}

// server/src/accounts/totp.ts
import { Secret, TOTP } from "otpauth";
var PERIOD_SECONDS = 30;
var WINDOW = 1;
function newTotpSecret() {
  return new Secret({ size: 20 }).base32;
}
function totpUri(secret, { email: email2, publicUrl }) {
  const issuer = `Aapurti ${new URL(publicUrl).hostname}`;
  return new TOTP({ issuer, label: email2, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).toString();
}
function totpStep(secret, code2, now) {
  if (!/^\d{6}$/.test(code2)) return null;
  const timestamp = now.getTime();
  const delta = TOTP.validate({ token: code2, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS, window: WINDOW, timestamp });
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp }) + delta;
}

// server/src/accounts/secondFactor.ts
var SET_UP_MINUTES = 30;
function isRequired(ctx, user2) {
  return ctx.settings.adminSecondFactor && user2.isAdmin;
}
async function getSecurity(ctx, actor, id) {
  const user2 = await visibleUser(ctx, actor, id);
  const found = await ctx.db.first(sql37`
    select (select on_since from second_factors where user_id = ${user2._id}) as on_since,
           (select count(*) from recovery_codes where user_id = ${user2._id} and used_at is null) as codes,
           (select count(*) from sessions where user_id = ${user2._id} and ${liveAt(ctx.clock())}) as sessions`);
  if (found === void 0) throw new Error("counting answers a row");
  return {
    onSince: found.on_since?.toISOString() ?? null,
    codesLeft: found.codes,
    required: isRequired(ctx, user2),
    sessions: found.sessions
  };
}
async function readProof(ctx, userId, typed) {
  const recovery = plainRecoveryCode(typed);
  if (recovery !== null) {
    const hash3 = await recoveryHash(ctx.db, userId, recovery);
    return hash3 === null ? null : { kind: "recovery code", hash: hash3 };
  }
  const factor = await ctx.db.first(sql37`
    select secret, on_since from second_factors where user_id = ${userId}`);
  if (!factor?.secret) return null;
  const secret = ctx.box.open(factor.secret, userId);
  const step = totpStep(secret, digits(typed), ctx.clock());
  return step === null ? null : { kind: "code", step, secret: ctx.box.seal(secret, userId), onSince: factor.on_since };
}
async function spendProof(tx, userId, proof, now) {
  if (proof.kind === "recovery code") return spendRecoveryCode(tx, userId, proof.hash, now);
  const { step, secret, onSince } = proof;
  const used = await tx.execute(sql37`
    update second_factors set last_step = ${step}, secret = ${secret}
    where user_id = ${userId} and on_since = ${onSince} and last_step < ${step}`);
  return used === 1;
}
function wrongProof(typed) {
  const isRecovery = plainRecoveryCode(typed) !== null || new RegExp("\\p{L}", "u").test(typed);
  return invalid({ code: isRecovery ? securityMessages.wrongRecoveryCode : securityMessages.wrongCode });
}
function digits(typed) {
  return typed.replaceAll(/[\s\p{Pd}]/gu, "");
}
async function startSetUp(ctx, actor, given3) {
  const user2 = await confirmedSelf(ctx, actor, given3.password);
  const isOn = (await getSecurity(ctx, actor, actor.id)).onSince !== null;
  if (isOn && given3.code === void 0) throw conflict(securityMessages.alreadyOn);
  const proof = isOn ? await readProof(ctx, actor.id, given3.code ?? "") : null;
  const secret = newTotpSecret();
  const now = ctx.clock();
  await ctx.db.transaction(async (tx) => {
    if (isOn) await demandProof(tx, actor.id, given3.code ?? "", proof, now);
    const pending = ctx.box.seal(secret, actor.id);
    const begun = await tx.execute(sql37`
      insert into second_factors (user_id, pending_secret, pending_since) values (${actor.id}, ${pending}, ${now})
      on conflict (user_id) do update set pending_secret = excluded.pending_secret, pending_since = excluded.pending_since
      where ${isOn} or second_factors.on_since is null`);
    if (begun === 0) throw conflict(securityMessages.alreadyOn);
  });
  return { secret, uri: totpUri(secret, { email: user2.email, publicUrl: ctx.settings.publicUrl }) };
}
async function confirmSetUp(ctx, actor, typed) {
  const now = ctx.clock();
  const factor = await ctx.db.first(sql37`
    select pending_secret, pending_since < ${now}::timestamptz - make_interval(mins => ${SET_UP_MINUTES}) as over, on_since is not null as was_on
    from second_factors where user_id = ${actor.id}`);
  if (!factor?.pending_secret || factor.over) throw conflict(securityMessages.setUpOver);
  const pending = factor.pending_secret;
  const step = totpStep(ctx.box.open(pending, actor.id), digits(typed), now);
  if (step === null) throw invalid({ code: securityMessages.wrongCode });
  const recovery = await newRecoveryCodes();
  await ctx.db.transaction(async (tx) => {
    await lockForSignIns(tx, actor.id);
    const on2 = await tx.execute(sql37`
      update second_factors set secret = pending_secret, on_since = ${now}, last_step = ${step}, pending_secret = null, pending_since = null
      where user_id = ${actor.id} and pending_secret = ${pending}`);
    if (on2 === 0) throw conflict(securityMessages.setUpOver);
    await storeRecoveryCodes(tx, actor.id, recovery);
    await endSessions(tx, actor.id, actor.sessionId);
    await record4(tx, actor, actor.id, factor.was_on ? "secondFactor.move" : "secondFactor.on");
    await tell2(ctx, tx, actor.id, "secondFactorOn");
  });
  await ctx.sessions.forget(actor.id);
  return recovery.codes;
}
async function replaceRecoveryCodes(ctx, actor, given3) {
  const recovery = await newRecoveryCodes();
  await withProof(ctx, actor, given3, async (tx) => {
    await storeRecoveryCodes(tx, actor.id, recovery);
    await record4(tx, actor, actor.id, "secondFactor.codes");
  });
  return recovery.codes;
}
async function switchOff(ctx, actor, given3) {
  if (isRequired(ctx, actor)) throw conflict(securityMessages.required);
  await withProof(ctx, actor, given3, async (tx) => {
    await remove(tx, actor.id);
    await record4(tx, actor, actor.id, "secondFactor.off");
    await tell2(ctx, tx, actor.id, "secondFactorOff");
  });
  await ctx.sessions.forget(actor.id);
}
async function resetSecondFactor(ctx, actor, id) {
  const user2 = await visibleUser(ctx, actor, id);
  if (user2._id === actor.id) throw conflict(securityMessages.notOneself);
  await ctx.db.transaction(async (tx) => {
    if (!await remove(tx, user2._id)) throw conflict(securityMessages.notOn);
    await endSessions(tx, user2._id, null);
    await record4(tx, actor, user2._id, "secondFactor.reset");
    await tell2(ctx, tx, user2._id, "secondFactorReset");
  });
  await ctx.sessions.forget(user2._id);
}
async function remove(tx, userId) {
  const removed = await tx.first(sql37`
    delete from second_factors where user_id = ${idOf3(userId)} returning on_since is not null as was_on`);
  return removed?.was_on ?? false;
}
async function confirmedSelf(ctx, actor, password2) {
  const stored = await ctx.db.first(sql37`select password_hash as hash from users where id = ${actor.id}`);
  if (!await verifyPassword(stored?.hash ?? null, password2)) throw invalid({ password: securityMessages.wrongPassword });
  const user2 = await findUser(ctx.db, sql37`id = ${actor.id}`);
  if (user2 === void 0) throw notFound();
  return user2;
}
async function withProof(ctx, actor, given3, change3) {
  if ((await getSecurity(ctx, actor, actor.id)).onSince === null) throw conflict(securityMessages.notOn);
  await confirmedSelf(ctx, actor, given3.password);
  const proof = await readProof(ctx, actor.id, given3.code);
  await ctx.db.transaction(async (tx) => {
    await demandProof(tx, actor.id, given3.code, proof, ctx.clock());
    await change3(tx);
  });
}
async function demandProof(tx, userId, typed, proof, now) {
  if (proof === null || !await spendProof(tx, userId, proof, now)) throw wrongProof(typed);
}
async function record4(tx, actor, userId, action) {
  await recordAudit(tx, { actor, ownerId: userId, action, entity: "user", entityId: userId });
}
async function tell2(ctx, tx, userId, kind) {
  const user2 = await findUser(tx, sql37`id = ${userId}`);
  if (user2 !== void 0) await queueMail({ ...ctx, db: tx }, { kind, userId, content: { name: user2.firstName } });
}

// server/src/accounts/signIn.ts
import { randomBytes as randomBytes6 } from "node:crypto";
import sql38 from "sql-template-tag";
var TRIES_MOST = 5;
async function signIn2(ctx, given3, from2) {
  const byEmail = sql38`lower(email) = lower(${given3.email.trim()})`;
  const known = await ctx.db.first(sql38`
    select users.id::text, password_hash, on_since is not null as asks_code
    from users left join second_factors on user_id = users.id where ${byEmail}`);
  const right = await verifyPassword(known?.password_hash ?? null, given3.password);
  if (known === void 0 || !right) {
    await noteSignIn(ctx, ctx.db, known?.id ?? null, from2, { result: "wrong-password", secondFactor: null });
    throw new Refusal(401, messages6.badCredentials);
  }
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql38`select from users where id = ${known.id} for share`);
    const asBefore = await tx.first(sql38`
      select from users left join second_factors on user_id = users.id
      where users.id = ${known.id} and password_hash = ${known.password_hash} and (on_since is not null) = ${known.asks_code}`);
    if (asBefore === void 0) throw new Refusal(401, messages6.badCredentials);
    const signInId = await noteSignIn(ctx, tx, known.id, from2, {
      result: known.asks_code ? "code-asked" : "signed-in",
      secondFactor: null
    });
    if (known.asks_code) return { challenge: await newChallenge(ctx, tx, known.id, signInId) };
    return begin(ctx, tx, known.id, from2, null);
  });
}
async function signInByCode(ctx, given3, from2) {
  const now = ctx.clock();
  const challenge = sql38`token_hash = ${hashToken(given3.challenge)} and expires_at > ${now}`;
  const tried = await ctx.db.first(sql38`
    update sign_in_challenges set tries = tries + 1 where ${challenge} and tries < ${TRIES_MOST} returning user_id::text, sign_in_id::text`);
  if (tried === void 0) throw new Refusal(401, securityMessages.challengeDead);
  const proof = await readProof(ctx, tried.user_id, given3.code);
  const signedIn = await ctx.db.transaction(async (tx) => {
    if (proof === null || !await spendProof(tx, tried.user_id, proof, now)) return null;
    const ended = await tx.execute(sql38`delete from sign_in_challenges where ${challenge}`);
    if (ended === 0) throw new Refusal(401, securityMessages.challengeDead);
    await tx.execute(sql38`
      update sign_ins set result = 'signed-in', second_factor = ${proof.kind}, at = ${now}, address = ${from2.address}, user_agent = ${from2.userAgent}
      where id = ${tried.sign_in_id}`);
    const begun = await begin(ctx, tx, tried.user_id, from2, proof.kind);
    if (proof.kind === "recovery code") await tellOfRecovery({ ...ctx, db: tx }, begun.detail);
    return begun;
  });
  if (signedIn === null) {
    await ctx.db.execute(sql38`update sign_ins set result = 'wrong-code' where id = ${tried.sign_in_id} and result = 'code-asked'`);
    throw wrongProof(given3.code);
  }
  return signedIn;
}
async function challengedEmail(ctx, challenge) {
  const row = await ctx.db.first(sql38`
    select email from sign_in_challenges join users on users.id = user_id where token_hash = ${hashToken(challenge)}`);
  return row?.email;
}
async function newChallenge(ctx, tx, userId, signInId) {
  const challenge = randomBytes6(32).toString("base64url");
  await tx.execute(sql38`
    insert into sign_in_challenges (token_hash, user_id, sign_in_id, expires_at)
    values (${hashToken(challenge)}, ${userId}, ${signInId}, ${ctx.clock()}::timestamptz + make_interval(mins => ${CHALLENGE_MINUTES}))`);
  return challenge;
}
async function begin(ctx, tx, userId, from2, secondFactor2) {
  const token = await startSession(tx, userId, { ...from2, now: ctx.clock() });
  const after = { ...from2, ...secondFactor2 === null ? {} : { secondFactor: secondFactor2 } };
  await recordAudit(tx, { actor: { id: userId }, ownerId: userId, action: "session.start", entity: "session", entityId: userId, after });
  const user2 = await findUser(tx, sql38`id = ${userId}`);
  if (user2 === void 0) throw new Refusal(401, messages6.badCredentials);
  return { token, detail: toUser(ctx, user2) };
}
async function noteSignIn(ctx, db, userId, from2, { result, secondFactor: secondFactor2 }) {
  const noted = await db.first(sql38`
    insert into sign_ins (user_id, at, address, user_agent, result, second_factor)
    values (${userId}, ${ctx.clock()}, ${from2.address}, ${from2.userAgent}, ${result}, ${secondFactor2}) returning id::text`);
  if (noted === void 0) throw new Error("the try was not noted");
  return noted.id;
}
async function tellOfRecovery(ctx, { _id: userId, firstName: name }) {
  const counted2 = await ctx.db.first(sql38`
    select count(*) as left from recovery_codes where user_id = ${userId} and used_at is null`);
  await queueMail(ctx, { kind: "recoveryCode", userId, content: { name, left: counted2?.left ?? 0 } });
}
async function signOut(ctx, actor) {
  await ctx.db.transaction(async (tx) => {
    await endSession(tx, actor.sessionId);
    await recordAudit(tx, { actor, ownerId: actor.id, action: "session.end", entity: "session", entityId: actor.id });
  });
  await ctx.sessions.forget(actor.id);
}

// server/src/accounts/securityRoutes.ts
function securityRoutes(app, context) {
  serve(
    app,
    context,
    secondFactor.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signInByCode(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.code, { account: signedIn.detail.email, address });
      return ok(signedIn);
    },
    {
      async prepare({ ctx, body, address }) {
        const account = await challengedEmail(ctx, body.challenge);
        await countAttempts(ctx, limits.code, { address, ...account === void 0 ? {} : { account } });
      }
    }
  );
  serve(app, context, secondFactor.get, async ({ ctx, actor, params }) => ok(await getSecurity(ctx, actor, params.id)));
  const counted2 = { prepare: ({ ctx, actor, address }) => countAttempts(ctx, limits.confirm, { account: actor.id, address }) };
  const forgive = ({ ctx, actor, address }) => forgiveAttempts(ctx, limits.confirm, { account: actor.id, address });
  serve(
    app,
    context,
    secondFactor.start,
    async (call) => {
      const started = await startSetUp(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok(started);
    },
    counted2
  );
  serve(
    app,
    context,
    secondFactor.confirm,
    async (call) => {
      const codes3 = await confirmSetUp(call.ctx, call.actor, call.body.code);
      await forgive(call);
      return ok({ message: securityMessages.on, codes: codes3 });
    },
    counted2
  );
  serve(
    app,
    context,
    secondFactor.newCodes,
    async (call) => {
      const codes3 = await replaceRecoveryCodes(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok({ message: securityMessages.newCodes, codes: codes3 });
    },
    counted2
  );
  serve(
    app,
    context,
    secondFactor.off,
    async (call) => {
      await switchOff(call.ctx, call.actor, call.body);
      await forgive(call);
      return ok({ message: securityMessages.off });
    },
    counted2
  );
  serve(app, context, secondFactor.reset, async ({ ctx, actor, params }) => {
    await resetSecondFactor(ctx, actor, params.id);
    return ok({ message: securityMessages.reset });
  });
  serve(app, context, sessions.signIns, async ({ ctx, actor }) => ok(await listSignIns(ctx, actor)));
  serve(app, context, sessions.list, async ({ ctx, actor }) => ok(await listSessions(ctx, actor)));
  serve(app, context, sessions.end, async ({ ctx, actor, params }) => ok({ message: await endOneSession(ctx, actor, params.id) }));
  serve(
    app,
    context,
    sessions.endAll,
    async ({ ctx, actor, body }) => ok({ message: await endAllSessions(ctx, actor, { all: body.all ?? false }) })
  );
  serve(
    app,
    context,
    sessions.endOf,
    async ({ ctx, actor, params }) => ok({ message: await endAllSessions(ctx, actor, { id: params.id, all: true }) })
  );
}

// server/src/accounts/sync.ts
import sql39 from "sql-template-tag";
var PATIENCE = 3e4;
var LATE = "The buyer's system did not answer in time.";
var FAILURES_MAX2 = 3;
var NAMED_MAX2 = 5;
async function syncVendors(ctx, actor) {
  const isUnknown = unknownTo(ctx.buyerSystem.source);
  const vendors = await ctx.db.rows(sql39`
    select id::text, vendor_code as "vendorCode", vendor_name as name, email, mobile_number as "mobileNumber", pan, gstin
    from users where not is_admin and ${isUnknown} order by users.id`);
  const done = { synced: 0, failures: [], left: 0 };
  let inARow = 0;
  for (const [place, { id, ...vendor2 }] of vendors.entries()) {
    let externalId;
    try {
      ({ externalId } = await within(PATIENCE, ctx.buyerSystem.createSupplier(vendor2), LATE));
    } catch (error) {
      done.failures.push({ name: vendor2.name, problem: wordsOf(error) });
      inARow += 1;
      if (inARow < FAILURES_MAX2) continue;
      done.left = vendors.length - place - 1;
      break;
    }
    inARow = 0;
    done.synced += await ctx.db.transaction(async (tx) => {
      const changed = await tx.execute(sql39`
        update users set system_vendor_id = ${externalId}, updated_at = clock_timestamp() where id = ${id} and ${isUnknown}`);
      if (changed === 1) {
        await recordAudit(tx, {
          actor,
          ownerId: id,
          action: "user.sync",
          entity: "user",
          entityId: id,
          after: { system_Vendor_id: externalId }
        });
      }
      return changed;
    });
  }
  return done;
}
function syncMessage({ synced, failures, left }) {
  const done = `${synced} ${synced === 1 ? "vendor" : "vendors"} synced`;
  if (failures.length === 0) return `${done}.`;
  const named = failures.slice(0, NAMED_MAX2).map(({ name, problem: problem2 }) => `${name}: ${problem2}`);
  const more = failures.length > NAMED_MAX2 ? ` And ${failures.length - NAMED_MAX2} more.` : "";
  const rest = left === 0 ? "" : ` ${left} ${left === 1 ? "was" : "were"} not tried.`;
  return `${done}, ${failures.length} not: ${named.join(" ")}${more}${rest}`;
}
function wordsOf(error) {
  const words2 = error instanceof Error ? error.message.trim() : String(error);
  return /[.!?]$/.test(words2) ? words2 : `${words2}.`;
}
async function createOrMatchSupplier(ctx, body) {
  const text3 = (name2) => {
    const value = body[name2];
    return (typeof value === "string" || typeof value === "number") && !isBlank(value) ? String(value).trim() : null;
  };
  const name = text3("vendor_name");
  if (name === null) throw invalid({ vendor_name: "Vendor name is required." });
  const vendorCode = Number(text3("vendor_Code") ?? NaN);
  if (!Number.isSafeInteger(vendorCode) || vendorCode < 0) throw invalid({ vendor_Code: "Vendor code should be a whole number." });
  const gstin2 = normaliseGstin(text3("gstin") ?? "") || null;
  const supplier = { vendorCode, name, email: text3("email"), mobileNumber: text3("mobileNumber"), pan: text3("pan"), gstin: gstin2 };
  try {
    return (await within(PATIENCE, ctx.buyerSystem.createSupplier(supplier), LATE)).externalId;
  } catch (error) {
    throw new Refusal(503, `The buyer's system did not take the vendor: ${wordsOf(error)}`, { retryAfterSeconds: 30 });
  }
}

// server/src/accounts/routes.ts
function accountRoutes(app, context) {
  securityRoutes(app, context);
  serve(
    app,
    context,
    accounts.login,
    async ({ ctx, body, address, userAgent }) => {
      const signedIn = await signIn2(ctx, body, { address, userAgent });
      await forgiveAttempts(ctx, limits.signIn, { account: body.email, address });
      return "token" in signedIn ? ok(signedIn) : { status: 202, body: { message: securityMessages.codeNeeded, ...signedIn } };
    },
    { prepare: ({ ctx, body, address }) => countAttempts(ctx, limits.signIn, { account: body.email, address }) }
  );
  serve(app, context, accounts.logout, async ({ ctx, actor }) => {
    await signOut(ctx, actor);
    return ok({ message: messages6.loggedOut });
  });
  serve(
    app,
    context,
    accounts.create,
    async ({ ctx, actor, body }, papers) => {
      if (actor !== null && !actor.isAdmin) throw new Refusal(403, "Only an administrator may add users.");
      const created = await createAccount(ctx, actor, body, papers);
      if ("duplicate" in created) return no({ status: 201, message: created.duplicate });
      const { id, vendorCode, message: message2 } = created;
      return ok({ status: 200, message: message2, data: { _id: id, vendor_Code: vendorCode } });
    },
    {
      async admit({ ctx, actor, address }) {
        if (actor === null) await countAttempts(ctx, limits.register, { address });
      },
      async prepare({ ctx, actor, body, files: files2, address }) {
        const account = typeof body["email"] === "string" ? { account: body["email"] } : {};
        if (actor === null) await countAttempts(ctx, limits.registerEmail, { ...account, address });
        return checkPapers(files2);
      }
    }
  );
  serve(
    app,
    context,
    accounts.edit,
    async ({ ctx, actor, params, body, files: files2, address }) => {
      if (actor === null) {
        if (body.password === void 0) throw notSignedIn();
        const account = await resetPassword(ctx, params.id, body.password);
        await forgiveAttempts(ctx, limits.signIn, { account, address });
        return ok({ message: messages6.passwordChanged, data: null });
      }
      const edited = await editAccount(ctx, actor, params.id, body, files2);
      return "duplicate" in edited ? no({ status: 201, message: edited.duplicate }) : ok({ message: messages6.updated, data: edited.user });
    },
    {
      async admit({ ctx, actor, address }) {
        if (actor === null) await countAttempts(ctx, limits.reset, { address });
      }
    }
  );
  serve(
    app,
    context,
    accounts.forgetPassword,
    async ({ ctx, body }) => {
      await sendResetLink(ctx, body.email);
      return ok({ message: `A mail with a link is on its way to ${body.email.trim()}.` });
    },
    { prepare: ({ ctx, body, address }) => countAttempts(ctx, limits.forgetPassword, { account: body.email, address }) }
  );
  serve(
    app,
    context,
    accounts.createUser,
    async ({ ctx, body }) => ok({ message: "The vendor is in the buyer's system.", data: await createOrMatchSupplier(ctx, body) })
  );
  serve(app, context, accounts.sync, async ({ ctx, actor }) => {
    const done = await syncVendors(ctx, actor);
    return ok({ message: syncMessage(done), synced: done.synced, failed: done.failures.length + done.left });
  });
  serve(app, context, accounts.list, async ({ ctx, actor, query: query2 }) => listReply(await listUsers(ctx, actor, query2)));
  serve(app, context, accounts.names, async ({ ctx, actor }) => ok({ userList: await listNames(ctx, actor) }));
  serve(app, context, accounts.get, async ({ ctx, actor, params, token }) => ok([await getUser(ctx, actor, params.id, token)]));
  serve(app, context, accounts.countries, async () => ok([...countries()]));
  serve(app, context, accounts.states, async ({ params }) => ok([...states(params.countryId)]));
  serve(app, context, accounts.counts, async ({ ctx, actor }) => ok({ countList: await countDetail(ctx, actor) }));
  serve(app, context, accounts.captcha, async ({ ctx }) => ok(await ctx.captcha.challenge()));
}

// server/src/spreadsheets/template.ts
import { Readable as Readable5 } from "node:stream";
import { buffer } from "node:stream/consumers";

// server/src/spreadsheets/example.ts
function readExample(columns9) {
  const row = {};
  for (const [field2, column2] of Object.entries(columns9)) {
    const found = column2.example === "" ? { value: column2.empty } : column2.read(column2.example);
    if ("error" in found || column2.required && column2.example === "") return { wrong: column2.heading };
    row[field2] = found.value;
  }
  return { row };
}
function isExample(row, example) {
  return Object.keys(example).every((field2) => String(row[field2]) === String(example[field2]));
}

// server/src/spreadsheets/notes.ts
function commentsXml(notes) {
  const comments = notes.map(
    ({ column: column2, row, text: text3 }) => `<comment ref="${cellAddress(column2, row)}" authorId="0"><text><r><t>${escapeXml(text3)}</t></r></text></comment>`
  );
  return `${XML}<comments xmlns="${MAIN}"><authors><author/></authors><commentList>${comments.join("")}</commentList></comments>`;
}
var LINE4 = 32;
function notesDrawing(notes) {
  const shapes = notes.map(({ column: column2, row, text: text3 }, index) => {
    const bottom = row + 1 + Math.ceil(text3.length / LINE4);
    return [
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">`,
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>',
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>',
      '<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/>',
      `<x:Anchor>${column2}, 10, ${row}, 4, ${column2 + 3}, 10, ${bottom}, 4</x:Anchor>`,
      `<x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column2 - 1}</x:Column></x:ClientData></v:shape>`
    ].join("");
  });
  return [
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">',
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>',
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe">',
    '<v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>',
    `${shapes.join("")}</xml>`
  ].join("");
}

// server/src/spreadsheets/validations.ts
var LISTS = "Lists";
function listsOf(columns9) {
  return columns9.map(offered).filter(({ length }) => length > 0);
}
function offered({ options, suggestions = [] }) {
  return options ?? suggestions;
}
function validationsXml(columns9) {
  let lists2 = 0;
  const rules = columns9.flatMap((column2, index) => {
    const hasList = offered(column2).length > 0;
    const rule2 = hasList ? listRule(column2, lists2) : plainRule(column2);
    if (hasList) lists2 += 1;
    if (rule2 === null) return [];
    const letters = columnLetters(index + 1);
    const formulas = rule2.formulas.map((formula, place) => `<formula${place + 1}>${formula}</formula${place + 1}>`);
    return [
      `<dataValidation ${rule2.attributes} allowBlank="1" showErrorMessage="1" sqref="${letters}2:${letters}${LAST_ROW}" errorTitle="${escapeXml(column2.heading.slice(0, 32))}" error="${escapeXml(rule2.message)}">${formulas.join("")}</dataValidation>`
    ];
  });
  return rules.length === 0 ? "" : `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>`;
}
function listRule(column2, list10) {
  const letters = columnLetters(list10 + 1);
  const isOpen = column2.options === void 0;
  return {
    attributes: isOpen ? 'type="list" errorStyle="warning"' : 'type="list"',
    formulas: [`${LISTS}!$${letters}$1:$${letters}$${offered(column2).length}`],
    message: isOpen ? `This is none of the list. ${column2.note}` : `Please choose ${column2.heading} from the list.`
  };
}
function plainRule({ heading: heading2, format, range }) {
  if (range !== void 0) return numberRule(heading2, range);
  if (format !== "date") return null;
  return {
    // A warning: in a program set to another country 31-12-2026 is a text, which an upload reads all the same.
    attributes: 'type="date" errorStyle="warning" operator="between"',
    formulas: [serialOfDate("1900-03-01") ?? 0, serialOfDate("2199-12-31") ?? 0],
    message: `${heading2} should be a date such as 31-12-2026.`
  };
}
var UNBOUNDED = "999999999999999";
function numberRule(heading2, { places, least, most }) {
  const from2 = least ?? `-${UNBOUNDED}`;
  const to = new Decimal(most ?? UNBOUNDED).toFixed();
  const between = least === void 0 && most === void 0 ? "" : ` from ${from2} to ${to}`;
  return {
    attributes: `type="${places === 0 ? "whole" : "decimal"}" operator="between"`,
    formulas: [from2, to],
    message: `${heading2} should be a ${places === 0 ? "whole " : ""}number${between}.`
  };
}

// server/src/spreadsheets/template.ts
var EXAMPLE_NOTE = "This row is an example. Please type over it; an upload leaves it out as long as it stands here unchanged.";
async function templateOf(columns9, { sheet }) {
  const given3 = Object.values(columns9);
  const example = readExample(columns9);
  if ("wrong" in example) throw new Error(`the example of the column ${example.wrong} is not right`);
  const cells = Object.entries(columns9).map(
    ([field2, { format, example: text3 }]) => format === "text" ? text3 : example.row[field2]
  );
  const notes = [
    ...given3.map((column2, index) => ({ column: index + 1, row: 1, text: noteOf(column2) })),
    { column: 1, row: 2, text: EXAMPLE_NOTE }
  ];
  const lists2 = listsOf(given3);
  const parts2 = [
    ...skeleton([{ name: sheet, hasNotes: true }, ...lists2.length > 0 ? [{ name: LISTS, hidden: true }] : []]),
    { path: sheetPath(1), content: [sheetXml2(given3, cells)] },
    {
      path: "xl/worksheets/_rels/sheet1.xml.rels",
      content: [
        relationsXml([
          ["comments", "comments", "../comments1.xml"],
          ["drawing", "vmlDrawing", "../drawings/vmlDrawing1.vml"]
        ])
      ]
    },
    { path: "xl/comments1.xml", content: [commentsXml(notes)] },
    { path: "xl/drawings/vmlDrawing1.vml", content: [notesDrawing(notes)] },
    ...lists2.length > 0 ? [{ path: sheetPath(2), content: [listsXml(lists2)] }] : []
  ];
  return buffer(Readable5.from(packZip(parts2)));
}
function noteOf({ required: required2, note }) {
  return required2 ? `Required. ${note}` : note;
}
function sheetXml2(columns9, example) {
  return [
    sheetStart(columns9),
    headingRow(columns9),
    rowWriter(columns9)(2, example),
    "</sheetData>",
    validationsXml(columns9),
    '<legacyDrawing r:id="drawing"/></worksheet>'
  ].join("");
}
function listsXml(lists2) {
  const columns9 = lists2.map(() => exportColumn(""));
  const writeRow = rowWriter(columns9);
  const longest = Math.max(...lists2.map(({ length }) => length));
  const rows = Array.from(
    { length: longest },
    (_, index) => writeRow(
      index + 1,
      lists2.map((options) => options[index])
    )
  );
  return `${sheetStart(columns9)}${rows.join("")}</sheetData></worksheet>`;
}

// server/src/spreadsheets/thread.ts
import { on } from "node:events";
import { stat as stat2 } from "node:fs/promises";
import { Worker } from "node:worker_threads";
var inTurn3 = boundedQueue(1, 20, 4);
async function fileOf({ name, content }, caps) {
  const size = Buffer.isBuffer(content) ? content.length : (await stat2(content.path)).size;
  if (size > caps.bytes) throw new SheetProblem(`The file is larger than ${Math.round(caps.bytes / 1024 ** 2)} MB. Please split it.`);
  return { file: Buffer.isBuffer(content) ? content : content.path, name, caps };
}
var WORKER_MEMORY_MB = 192;
var KEPT_MILLISECONDS = 6e4;
var KEPT_BYTES = 4 * 1024 ** 2;
var waiting = null;
async function* runThread(job) {
  const worker = takeWorker();
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), job.caps.seconds * 1e3);
  let isDone = false;
  let taken = 0;
  try {
    worker.postMessage(job);
    for await (const [report] of on(worker, "message", { close: ["exit"], signal: silence.signal })) {
      timer.refresh();
      if ("done" in report) {
        isDone = true;
        return;
      }
      if ("problem" in report) throw new SheetProblem(report.problem);
      taken += 1;
      if (taken % ANSWERED === 0) worker.postMessage("next");
      yield report.batch;
    }
    throw new Error("the thread that reads a sheet ended without a word");
  } catch (error) {
    if (silence.signal.aborted) throw new SheetProblem("Reading the file takes too long. Please split it.", { cause: error });
    const isOutOfMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    throw isOutOfMemory ? new SheetProblem("The file holds too much to be read. Please split it.") : error;
  } finally {
    clearTimeout(timer);
    if (isDone && waiting === null && typeof job.file !== "string" && job.file.byteLength <= KEPT_BYTES) keepWorker(worker);
    else await worker.terminate();
  }
}
function takeWorker() {
  if (waiting === null) {
    const worker2 = startWorker({ resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB } });
    worker2.on("error", () => void 0);
    worker2.once("exit", () => {
      if (waiting?.worker === worker2) waiting = null;
    });
    return worker2;
  }
  const { worker, end: end2 } = waiting;
  waiting = null;
  clearTimeout(end2);
  worker.ref();
  return worker;
}
function keepWorker(worker) {
  worker.unref();
  const end2 = setTimeout(() => {
    waiting = null;
    void worker.terminate();
  }, KEPT_MILLISECONDS).unref();
  waiting = { worker, end: end2 };
}
function startWorker(options) {
  if (!import.meta.url.endsWith(".ts")) return new Worker(new URL("./spreadsheets/worker.js", import.meta.url), options);
  const [tsx, entry4] = [import.meta.resolve("tsx/esm/api"), new URL("./worker.ts", import.meta.url).href];
  return new Worker(`import('${tsx}').then(({ register }) => (register(), import('${entry4}')))`, { ...options, eval: true });
}

// server/src/spreadsheets/mark.ts
var GROWTH = 100 * 1024 * 1024;
async function markFaults(file, errors, { csvAllowed = false, ...options } = {}) {
  const caps = { ...CAPS, ...options.caps };
  try {
    const job = { kind: "mark", csvAllowed, faults: errors.pack(), ...await fileOf(file, caps) };
    return await inTurn3(async () => {
      const pieces2 = [];
      let size = 0;
      for await (const piece2 of runThread(job)) {
        options.signal?.throwIfAborted();
        size += piece2.length;
        if (size > caps.bytes + GROWTH) throw new SheetProblem("The workbook would get too big with its faults marked.");
        pieces2.push(piece2);
      }
      return Buffer.concat(pieces2);
    }, options);
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return { message: error.message, errors: [], totalErrors: 0 };
  }
}

// server/src/spreadsheets/read.ts
import { setImmediate as setImmediate2 } from "node:timers/promises";

// server/src/spreadsheets/findings.ts
var BETWEEN2 = "\0";
var WITHIN = "";
var KEPT_MAX = 1e6;
var KEPT_TEXT_MAX = 32 * 1024 * 1024;
var LISTED = 200;
var Findings = class {
  list = [];
  total = 0;
  /** Numbers of the rows that have any. */
  rows = /* @__PURE__ */ new Set();
  #kept;
  constructor(keepsAll = false) {
    this.#kept = keepsAll ? new Kept() : null;
  }
  add(row, column2, message2) {
    this.total += 1;
    this.rows.add(row);
    this.#kept?.add(row, column2, message2);
    let place = this.list.length;
    while (place > 0 && (this.list[place - 1]?.row ?? 0) > row) place -= 1;
    if (place >= LISTED) return;
    this.list.splice(place, 0, { row, column: column2, message: message2 });
    if (this.list.length > LISTED) this.list.pop();
  }
  /** All of them; those of the list where no more are kept. */
  pack() {
    if (this.#kept !== null) return this.#kept.pack();
    const listed = new Kept();
    for (const { row, column: column2, message: message2 } of this.list) listed.add(row, column2, message2);
    return listed.pack();
  }
};
var Kept = class {
  #rows = new Uint32Array(1024);
  #numbers = new Uint32Array(1024);
  #count = 0;
  /** By text: its number. They keep their order. */
  #texts = /* @__PURE__ */ new Map();
  #characters = 0;
  add(row, column2, message2) {
    const number18 = this.#numberOf((column2 + WITHIN + message2).replaceAll(BETWEEN2, ""));
    if (number18 === null || this.#count >= KEPT_MAX) return;
    if (this.#count === this.#rows.length) {
      this.#rows = doubled(this.#rows);
      this.#numbers = doubled(this.#numbers);
    }
    this.#rows[this.#count] = row;
    this.#numbers[this.#count] = number18;
    this.#count += 1;
  }
  #numberOf(text3) {
    const known = this.#texts.get(text3);
    if (known !== void 0) return known;
    this.#characters += text3.length;
    if (this.#characters > KEPT_TEXT_MAX) return null;
    this.#texts.set(text3, this.#texts.size);
    return this.#texts.size - 1;
  }
  pack() {
    const texts2 = [...this.#texts.keys()].join(BETWEEN2);
    return { rows: this.#rows.slice(0, this.#count), numbers: this.#numbers.slice(0, this.#count), texts: texts2 };
  }
};
function doubled(numbers3) {
  const larger = new Uint32Array(numbers3.length * 2);
  larger.set(numbers3);
  return larger;
}

// server/src/spreadsheets/rows.ts
var RowReader = class {
  errors;
  remarks;
  /** Rows that hold something under a known heading. */
  rows = 0;
  /** Fields whose columns the sheet has: a column that is not there says nothing, one that is empty says "empty". */
  fields = /* @__PURE__ */ new Set();
  /** The template's example was met, untouched, and left out. */
  hasExample = false;
  #columns;
  #example;
  #placed = null;
  constructor(columns9, keepsErrors) {
    this.#columns = columns9;
    const example = readExample(columns9);
    this.#example = "row" in example ? example.row : null;
    this.errors = new Findings(keepsErrors);
    this.remarks = new Findings();
  }
  /** The rows without errors; the others are in `errors`. Null where the headings are not right, and no row can be read. */
  read(batch) {
    const rest = this.#placed === null ? batch.slice(1) : batch;
    const placed = this.#placed ??= placeColumns(batch[0], this.#columns, this.errors);
    if (this.errors.total > 0 && rest !== batch) return null;
    if (rest !== batch) this.fields = new Set(placed.filter(({ place }) => place >= 0).map(({ field: field2 }) => field2));
    const read = [];
    for (const raw10 of rest) {
      if (placed.every(({ place }) => isBlankCell(raw10.cells[place]))) continue;
      const value = readRow(raw10, placed, this.errors, this.remarks);
      if (value !== null && this.#example !== null && isExample(value, this.#example)) {
        this.hasExample = true;
        this.remarks.add(raw10.row, Object.values(this.#columns)[0]?.heading ?? "", "This is the template's example. It was left out.");
        continue;
      }
      this.rows += 1;
      if (value !== null) read.push({ row: raw10.row, value });
    }
    return read;
  }
};
function placeColumns(first, columns9, errors) {
  const headings = first?.cells.map((cell) => typeof cell === "string" ? plainHeading(cell) : "") ?? [];
  const placed = Object.entries(columns9).map(([field2, column2]) => ({
    field: field2,
    column: column2,
    place: headings.indexOf(plainHeading(column2.heading))
  }));
  if (placed.every(({ place }) => place < 0)) {
    const expected = placed.map(({ column: column2 }) => column2.heading).join(", ");
    throw new SheetProblem(`The first row should hold the headings of the columns. They are: ${expected}.`);
  }
  for (const { column: column2, place } of placed) {
    const { heading: heading2 } = column2;
    if (place < 0 && column2.required) errors.add(first?.row ?? 1, heading2, `The column ${heading2} is missing.`);
    if (place >= 0 && headings.includes(plainHeading(heading2), place + 1))
      errors.add(first?.row ?? 1, heading2, `The column ${heading2} is there twice.`);
  }
  return placed;
}
function isBlankCell(cell) {
  return cell === null || cell === void 0 || typeof cell === "string" && cell.trim() === "";
}
function readRow({ row, cells }, placed, errors, remarks3) {
  const before = errors.total;
  const value = {};
  for (const { field: field2, column: column2, place } of placed) {
    const cell = cells[place];
    if (isBlankCell(cell)) {
      if (column2.required) errors.add(row, column2.heading, `${column2.heading} is required.`);
      value[field2] = column2.empty;
      continue;
    }
    const found = typeof cell === "object" && "error" in cell ? cell : column2.read(cell);
    if ("error" in found) errors.add(row, column2.heading, found.error);
    else {
      value[field2] = found.value;
      if (found.remark) remarks3.add(row, column2.heading, found.remark);
    }
  }
  return errors.total === before ? value : null;
}

// server/src/spreadsheets/read.ts
async function readNow(file, columns9, take, { csvAllowed = false, keepsErrors = false, ...options } = {}) {
  const caps = { ...CAPS, ...options.caps };
  const reader = new RowReader(columns9, keepsErrors);
  const reading = (problem2) => {
    const { rows, fields, errors, remarks: remarks3 } = reader;
    return { problem: problem2, rows, fields, errors, remarks: remarks3 };
  };
  try {
    const headings = new Set(Object.values(columns9).map(({ heading: heading2 }) => plainHeading(heading2)));
    const job = { kind: "read", headings, csvAllowed, ...await fileOf(file, caps) };
    for await (const batch of runThread(job)) {
      const rows = reader.read(batch);
      if (rows === null) break;
      await take(rows, reader.errors, reader);
      await setImmediate2();
    }
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error;
    return reading(error.message);
  }
  if (reader.rows > 0 || reader.errors.total > 0) return reading(null);
  return reading(`The sheet holds no rows below its headings${reader.hasExample ? " but the example of the template" : ""}.`);
}
function refusalOf({ problem: problem2, rows, errors }) {
  if (problem2 !== null) return { message: problem2, errors: [], totalErrors: 0 };
  if (errors.total === 0) return null;
  const found = { errors: errors.list, totalErrors: errors.total };
  if (rows === 0) return { message: errors.list.map(({ message: message2 }) => message2).join(" "), ...found };
  const bad = errors.rows.size;
  const fine = rows - bad;
  return {
    message: `${showNumber(fine)} ${fine === 1 ? "row is" : "rows are"} fine, ${showNumber(bad)} ${bad === 1 ? "is" : "are"} not: ${rowNumbers(errors.rows)}. Nothing was stored.`,
    ...found
  };
}
var NAMED = 5;
function rowNumbers(rows) {
  const sorted2 = [...rows].sort((one2, other) => one2 - other);
  const words2 = [];
  let at = 0;
  while (at < sorted2.length && words2.length < NAMED) {
    const first = sorted2[at] ?? 0;
    let length = 1;
    while (sorted2[at + length] === first + length) length += 1;
    if (length < 3) length = 1;
    words2.push(length === 1 ? `${first}` : `${first} to ${first + length - 1}`);
    at += length;
  }
  if (at < sorted2.length) words2.push(`${showNumber(sorted2.length - at)} more`);
  const last = words2.pop();
  return `${sorted2.length === 1 ? "row" : "rows"} ${words2.length === 0 ? last : `${words2.join(", ")} and ${last}`}`;
}

// server/src/spreadsheets/upload.ts
function firstRows() {
  const rows = /* @__PURE__ */ new Map();
  return (key, row) => {
    const letters = `#${key}`;
    const first = rows.get(letters);
    if (first === void 0) rows.set(letters, row);
    return first ?? null;
  };
}
async function takeSheet(db, file, intake, { dryRun: dryRun2, done, ...options }) {
  const { reading, counts } = await readInto(db, checkedFile(file, options), intake, dryRun2, options);
  const refusal = refusalOf(reading);
  if (refusal !== null) return refusal;
  const { created, updated } = counts;
  const said = dryRun2 ? `${created} would be added, ${updated} updated.` : `${created} added, ${updated} updated.`;
  const message2 = dryRun2 || done === void 0 ? said : done;
  return { message: message2, ...counts, remarks: reading.remarks.list, totalRemarks: reading.remarks.total };
}
async function markSheet(db, given3, intake, options) {
  const file = checkedFile(given3, options);
  const { reading } = await readInto(db, file, intake, true, { ...options, keepsErrors: true });
  const refusal = reading.problem === null ? null : refusalOf(reading);
  return refusal ?? markFaults(file, reading.errors, options);
}
function checkedFile(file, { csvAllowed }) {
  if (file === void 0) throw invalid({ file: `Choose ${csvAllowed === true ? "a .csv or" : "an"} .xlsx file.` });
  if (file.tooLarge) throw invalid({ file: "The file is larger than 50 MB. Please split it." }, 413);
  return file;
}
var Undo = class extends Error {
};
var CHUNK = 500;
async function readInto(db, file, intake, dryRun2, options) {
  return inTurn3(async () => {
    const known = {};
    try {
      await db.transaction(async (tx) => {
        delete known.found;
        const taking = intake.open(tx);
        const { reading, counts } = await readChunks(file, intake, taking, dryRun2, options);
        known.found = { reading, counts };
        if (dryRun2 || reading.problem !== null || reading.errors.total > 0) throw new Undo();
        await taking.end(counts, reading.errors);
        if (reading.errors.total > 0) throw new Undo();
        options.signal.throwIfAborted();
      });
    } catch (error) {
      const isKnown = error instanceof Undo || (known.found?.reading.problem ?? null) !== null;
      if (!isKnown) throw error;
    }
    if (known.found === void 0) throw new Error("a sheet that was read has a reading");
    return known.found;
  }, options);
}
async function readChunks(file, { columns: columns9, ahead = 1 }, taking, dryRun2, options) {
  const counts = { created: 0, updated: 0 };
  let chunk = [];
  const storing = [];
  const store2 = async (errors, fields) => {
    const rows = chunk;
    chunk = [];
    const { created, updated } = await taking.store(rows, { errors, fields, onlyCheck: dryRun2 || errors.total > 0 });
    counts.created += created;
    counts.updated += updated;
  };
  const startStoring = async (errors, fields) => {
    if (storing.length >= ahead) await storing.shift();
    const stored = store2(errors, fields);
    stored.catch(() => void 0);
    storing.push(stored);
  };
  try {
    const reading = await readNow(
      file,
      columns9,
      async (rows, errors, { fields, remarks: remarks3 }) => {
        options.signal.throwIfAborted();
        for (const row of rows) {
          const kept = taking.keep(row, errors, remarks3);
          if (kept !== null) chunk.push(kept);
        }
        if (chunk.length >= CHUNK) await startStoring(errors, fields);
      },
      options
    );
    if (reading.problem === null && chunk.length > 0) await startStoring(reading.errors, reading.fields);
    for (const stored of storing) await stored;
    return { reading, counts };
  } finally {
    await Promise.allSettled(storing);
  }
}

// server/src/sheetRoutes.ts
function sheetRoutes(app, context, calls, domain) {
  const intakeOf = async ({ ctx, actor, body, files: files2 }) => domain.intake(ctx, actor, await ownerFor(ctx.db, actor, body.userID), files2.get("file")?.name ?? "");
  serve(app, context, calls.template, async ({ ctx, actor }) => {
    const columns9 = await domain.templateColumns?.(ctx, actor) ?? domain.columns;
    return ok(new Workbook(domain.fileName, await templateOf(columns9, { sheet: domain.sheet })));
  });
  serve(app, context, calls.export, async ({ ctx, actor, query: query2 }) => ok(await domain.download(ctx, actor, query2)));
  serve(app, context, calls.upload, async (call) => {
    const dryRun2 = call.query.dryRun === "true";
    const turn = { who: call.actor.id, signal: call.signal };
    const taken = await takeSheet(call.ctx.db, call.files.get("file"), await intakeOf(call), { dryRun: dryRun2, done: messages2.uploaded, ...turn });
    return "errors" in taken ? no(taken) : ok(taken);
  });
  serve(app, context, calls.mark, async (call) => {
    const turn = { who: call.actor.id, signal: call.signal };
    const marked = await markSheet(call.ctx.db, call.files.get("file"), await intakeOf(call), turn);
    return Buffer.isBuffer(marked) ? ok(handOut("faults.xlsx", marked)) : no(marked);
  });
}

// server/src/catalogue/export.ts
import sql44 from "sql-template-tag";

// server/src/catalogue/products.ts
import sql43, { join as join6 } from "sql-template-tag";

// contract/src/schemes.ts
import * as z15 from "zod";
var messages7 = {
  created: "Scheme Uploaded Successfully",
  updated: "Scheme updated successfully",
  deleted: "Scheme deleted successfully",
  wrong: "Something went wrong",
  badEan: "Invalid EANCode",
  freeQuantity: "Free quantity should be more then quantity.",
  validity: "Validity date can not be earlier than today."
};
var schemeForm = z15.object({
  schemeName: requiredText("Scheme name is required."),
  date: optionalDate,
  productName: optionalText(500),
  EANCode: patternText(/^\d{1,14}$/, { invalid: "EANCode is required. It should be number." }),
  quantity: optionalNumber(QUANTITY, { invalid: "Invalid quantity. It should be number." }),
  freeQuantity: optionalNumber(QUANTITY, { invalid: "Invalid free quantity. It should be number." }),
  netPTR: optionalNumber(MONEY, { invalid: "Invalid Net PTR. It should be number." }),
  UOM: optionalText(50),
  discount: optionalNumber(PERCENT, { invalid: "Invalid discount. It should be number." }),
  validity: optionalDate,
  narration: optionalText(1e3),
  active: flag.default(true)
});
function inUse(count3) {
  return count3 === 1 ? "1 product uses this scheme" : `${count3} products use this scheme`;
}
function validityProblem(validity, now) {
  return validity !== null && validity < indianDay(now) ? messages7.validity : null;
}
var scheme = z15.object({
  _id: z15.string(),
  userID: z15.string(),
  schemeName: z15.string(),
  schemeNumber: z15.number(),
  date: z15.string(),
  EANCode: z15.string(),
  productName: z15.string().nullable(),
  quantity: z15.number().nullable(),
  freeQuantity: z15.number().nullable(),
  netPTR: z15.number().nullable(),
  UOM: z15.string().nullable(),
  discount: z15.number().nullable(),
  validity: z15.string().nullable(),
  narration: z15.string().nullable(),
  active: z15.boolean(),
  createdAt: z15.string(),
  updatedAt: z15.string()
});
var schemes = {
  list: operation({
    id: "scheme.list",
    summary: "Schemes, newest first",
    method: "GET",
    path: "/api/schema/get",
    access: "active",
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, schemeNumber: textFilter, userID: ownerChoice }, [
      "schemeNumber",
      "date",
      "quantity",
      "freeQuantity",
      "discount",
      "netPTR",
      "validity"
    ]),
    replies: { 200: z15.array(scheme), 201: z15.array(scheme) }
  }),
  get: operation({
    id: "scheme.get",
    summary: "One scheme, as an array of one",
    method: "GET",
    path: "/api/schema/get/{id}",
    access: "active",
    params: idParams,
    replies: { 200: z15.array(scheme) }
  }),
  byEan: operation({
    id: "scheme.byEan",
    summary: "Active, unexpired schemes for an EAN, offered for a product",
    method: "GET",
    path: "/api/schema/getByEan/{ean}",
    access: "active",
    params: z15.object({ ean: z15.string() }),
    query: z15.object({ userID: ownerChoice }),
    replies: { 200: z15.array(scheme), 201: z15.array(scheme) }
  }),
  create: operation({
    id: "scheme.create",
    summary: "Add a scheme; the server gives its number",
    method: "POST",
    path: "/api/schema/create",
    access: "active",
    body: schemeForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z15.object({ message: z15.string(), data: scheme }), 201: z15.object({ message: z15.string() }) }
  }),
  edit: operation({
    id: "scheme.edit",
    summary: "Change a scheme; its number and its owner stay",
    method: "PUT",
    path: "/api/schema/edit/{id}",
    access: "active",
    params: idParams,
    body: changesOf(schemeForm),
    replies: { 200: z15.object({ message: z15.string(), data: scheme }), 201: z15.object({ message: z15.string() }) }
  }),
  remove: operation({
    id: "scheme.delete",
    summary: "Delete a scheme that no product uses",
    method: "DELETE",
    path: "/api/schema/delete/{id}",
    access: "active",
    params: idParams,
    replies: { 200: message }
  }),
  maxNumber: operation({
    id: "scheme.maxNumber",
    summary: "The highest scheme number given so far, 0 at first",
    method: "GET",
    path: "/api/schema/getMaxSchemaNumber",
    access: "active",
    replies: { 200: z15.object({ maxSchemeNumber: z15.number() }) }
  })
};

// server/src/schemes/schemes.ts
import sql40, { empty as empty5, raw as raw6 } from "sql-template-tag";
var wireColumns = sql40`
  schemes.id::text as _id, schemes.owner_id::text as "userID", schemes.name as "schemaName", schemes.number as "schemaNumber", schemes.date,
  schemes.ean as "EANCode", schemes.product_name as "productName", schemes.quantity, schemes.free_quantity as "freeQuantity",
  schemes.net_ptr as "netPTR", schemes.uom as "UOM", schemes.discount, schemes.validity, schemes.narration as nararation,
  schemes.active, schemes.created_at as "createdAt", schemes.updated_at as "updatedAt"`;
var list2 = {
  select: wireColumns,
  from: sql40`schemes`,
  key: sql40`schemes.id`,
  owner: sql40`schemes.owner_id`,
  sorts: {
    schemeNumber: sql40`schemes.number`,
    date: sql40`schemes.date`,
    quantity: { absentLast: sql40`schemes.quantity` },
    freeQuantity: { absentLast: sql40`schemes.free_quantity` },
    discount: { absentLast: sql40`schemes.discount` },
    netPTR: { absentLast: sql40`schemes.net_ptr` },
    validity: { absentLast: sql40`schemes.validity` }
  },
  days: { first: sql40`min(schemes.date)`, last: sql40`max(schemes.date)` }
};
async function listSchemes(ctx, actor, query2) {
  return listRows(ctx.db, {
    scope: [ownedBy(sql40`schemes.owner_id`, actor, query2.userID)],
    search: [contains(sql40`(schemes.number::text)`, query2.schemeNumber, keptOf(actor, query2.userID))],
    during: betweenDates(sql40`schemes.date`, query2.startDate, query2.endDate),
    kept: { list: "schemes", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...list2
  });
}
async function getScheme(db, actor, id, lock = null) {
  const own = ownRows2(sql40`schemes.owner_id`, actor);
  const scheme3 = await findRow(db, list2, sql40`schemes.id = ${idOf3(id)} and ${own} ${raw6(lock ?? "")}`);
  if (scheme3 === void 0) throw notFound();
  return scheme3;
}
async function schemesForEan(ctx, actor, ean3, userId) {
  const owner = actor.isAdmin && userId ? idOf3(userId) : actor.id;
  return listRows(ctx.db, {
    where: [sql40`schemes.owner_id = ${owner}`, sql40`schemes.ean = ${ean3}`, stillOn(ctx)],
    page: pageOf2({}),
    ...list2
  });
}
function stillOn(ctx) {
  return sql40`schemes.active and (schemes.validity is null or schemes.validity >= ${indianDay(ctx.clock())})`;
}
function usableScheme(ctx, wanted2, current) {
  return sql40`
    select schemes.id, schemes.net_ptr from (select (${current}) as id) held, schemes
    where schemes.id = ${idOf3(wanted2.id)} and schemes.owner_id = ${wanted2.owner} and schemes.ean = ${wanted2.ean}
      and (schemes.id = held.id or (${stillOn(ctx)}))
    for share of schemes`;
}
async function refuseOtherDevice(ctx, actor) {
  if (!await isCurrentSession(ctx, actor)) throw new Refusal(412, messages6.otherDevice);
}
var OFFERED_MOST = 1e3;
async function offeredSchemes(ctx, owner) {
  return ctx.db.rows(sql40`
    select ean, id::text, number::text, name, net_ptr as "netPtr", true as "isOffered" from schemes
    where owner_id = ${owner} and ${stillOn(ctx)} order by id desc limit ${OFFERED_MOST}`);
}
async function schemesByEan(ctx, db, { owner, eans, locked }) {
  const found = await db.rows(sql40`
    select place::int, id::text, number::text, name, net_ptr as "netPtr", (${stillOn(ctx)}) as "isOffered"
    from unnest(${eans}::text[]) with ordinality as wanted (wanted_ean, place) join schemes on owner_id = ${owner} and ean = wanted_ean
    order by id ${locked ? raw6("for share of schemes") : empty5}`);
  const schemes2 = eans.map(() => []);
  for (const { place, ...scheme3 } of found) schemes2[place - 1]?.push(scheme3);
  return schemes2;
}
async function addScheme(ctx, actor, body) {
  await refuseOtherDevice(ctx, actor);
  const late = validityProblem(body.validity, ctx.clock());
  if (late !== null) throw invalid({ validity: late });
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const item2 = await exactItem(tx, body.EANCode);
    if ("problem" in item2) return { problem: messages7.badEan };
    const id = await insertScheme(ctx, tx, owner, body, item2);
    const scheme3 = await findRow(tx, list2, sql40`schemes.id = ${id}`);
    if (scheme3 === void 0) throw new Error("a scheme just added is there");
    await recordAudit(tx, { actor, ownerId: owner, action: "scheme.create", entity: "scheme", entityId: id, after: { ...scheme3 } });
    return { scheme: scheme3 };
  });
}
async function insertScheme(ctx, tx, owner, form, item2) {
  const row = await tx.first(sql40`
    with taken as (update counters set value = value + 1 where name = 'scheme' returning value)
    insert into schemes (owner_id, number, name, date, ean, product_name, quantity, free_quantity, net_ptr, uom, discount, validity,
      narration, active)
    select ${owner}, taken.value, ${form.schemeName}, ${form.date ?? indianDay(ctx.clock())}, ${item2.ean}, ${form.productName ?? item2.name},
      ${form.quantity?.toFixed() ?? null}, ${form.freeQuantity?.toFixed() ?? null}, ${form.netPTR?.toFixed(2) ?? null},
      ${form.UOM ?? item2.uom}, ${form.discount?.toFixed() ?? null}, ${form.validity}, ${form.narration}, ${form.active}
    from taken returning id::text`);
  if (row === void 0) throw new Error("the counter of scheme numbers is missing");
  return row.id;
}
async function maxSchemeNumber(db) {
  const row = await db.first(sql40`select value::text from counters where name = 'scheme'`);
  return Number(row?.value ?? 0);
}

// server/src/catalogue/log.ts
import sql41, { raw as raw7 } from "sql-template-tag";
var SENT = {
  EANCode: "ean",
  quantity: "quantity",
  shelfLifeDays: "shelf_life_days",
  dateOfAvailability: "available_on",
  MRP: "mrp",
  percentage: "percentage",
  margin: "margin",
  netPTR: "net_ptr",
  transferPrice: "transfer_price",
  scheme: "scheme_id",
  remarks: "remarks"
};
var ALL = {
  ...SENT,
  HSNCode: "hsn_code",
  brandName: "brand_name",
  productCategory: "category",
  productName: "name",
  SKUCode: "sku_code",
  UOM: "uom",
  uomConversion: "uom_conversion",
  priceApproval: "price_approved"
};
var sheetEntry = raw7(["entry_id", "id", ...Object.values(SENT)].join(", "));
function logOf(actor, owner) {
  return sql41`
    insert into audit_log (actor_id, owner_id, action, entity, entity_id, before, after)
    select ${actor.id}::bigint, ${owner}::bigint, 'product.create', 'product', id::text, null::jsonb, ${raw7(jsonOf("added", ALL))} from added
    union all ${edits(actor, owner)}`;
}
function logOfSheet(actor, owner) {
  return sql41`,
    edited as (insert into audit_log (actor_id, owner_id, action, entity, entity_id, before, after) ${edits(actor, owner)})
    insert into sheet_log (actor_id, owner_id, first_id, entries)
    select ${actor.id}::bigint, ${owner}::bigint, min(entry_id), array_agg((${sheetEntry})::sheet_entry)
    from (select nextval('audit_log_id_seq') as entry_id, * from added) each having count(*) > 0`;
}
function edits(actor, owner) {
  return sql41`
    select ${actor.id}::bigint, ${owner}::bigint, 'product.edit', 'product', changed.id::text, ${differing("old", "changed")}, ${differing("changed", "old")}
    from changed join old on old.id = changed.id`;
}
function jsonOf(table2, columns9, value = (column2) => `${table2}.${column2}`) {
  return `jsonb_build_object(${Object.entries(columns9).map(([name, column2]) => `'${name}', ${value(column2)}`).join(", ")})`;
}
function differing(one2, other) {
  const value = (column2) => `case when ${one2}.${column2} is distinct from ${other}.${column2} then ${one2}.${column2} end`;
  return raw7(`jsonb_strip_nulls(${jsonOf(one2, ALL, value)})`);
}

// server/src/catalogue/store.ts
import sql42, { join as join5, raw as raw8 } from "sql-template-tag";
function priceTexts({ mrp: mrp2, percentage: percentage3, margin: margin2, transferPrice: transferPrice2 }) {
  return {
    mrp: mrp2.toFixed(2),
    percentage: percentage3.toFixed(),
    margin: margin2.toFixed(2),
    transferPrice: transferPrice2.toFixed(2)
  };
}
var GIVEN = [
  ["id", "bigint", "id"],
  ["item_id", "bigint", "itemId"],
  ["quantity", "numeric", "quantity"],
  ["shelf_life_days", "int", "shelfLifeDays"],
  ["available_on", "date", "availableOn"],
  ["mrp", "numeric", "mrp"],
  ["percentage", "numeric", "percentage"],
  ["margin", "numeric", "margin"],
  ["transfer_price", "numeric", "transferPrice"],
  ["net_ptr", "numeric", "netPtr"],
  ["scheme_id", "bigint", "schemeId"],
  ["remarks", "text", "remarks"]
];
var OF_ITEM = {
  ean: "items.ean",
  hsn_code: "items.hsn_code",
  brand_name: "items.brand_name",
  category: "items.category_name",
  name: "items.item_name",
  sku_code: "coalesce(items.sku_code, items.item_code)",
  uom: "items.uom_code",
  uom_conversion: "items.uom_conversion"
};
var TEXTS_OF_ITEM = ["small_name", "small_sku", "text_key"];
var WRITTEN = [...Object.keys(OF_ITEM), ...GIVEN.map(([column2]) => column2).filter((column2) => column2 !== "id")];
var written = (table2) => raw8(WRITTEN.map((column2) => `${table2}.${column2}`).join(", "));
var priced = (table2) => raw8(["mrp", "margin", "transfer_price", "scheme_id"].map((column2) => `${table2}.${column2}`).join(", "));
var ofItem = [...Object.entries(OF_ITEM), ...TEXTS_OF_ITEM.map((column2) => [column2, `items.${column2}`])].map(([column2, from2]) => `${from2} as ${column2}`).join(", ");
var statement = {
  unnested: raw8(GIVEN.map(([column2]) => column2).join(", ")),
  wanted: raw8(["given.place", ...GIVEN.map(([column2]) => `given.${column2}`), ofItem].join(", ")),
  ofItem: raw8(ofItem),
  columns: raw8(WRITTEN.join(", ")),
  texts: raw8(TEXTS_OF_ITEM.join(", "))
};
async function storeProducts(db, owner, products, log) {
  const arrays = GIVEN.map(([, type, field2]) => {
    const values = products.map((product2) => product2[field2]);
    return sql42`${type === "text" ? values : plainArray(values)}::${raw8(type)}[]`;
  });
  const ids = products.map(({ id }) => id).filter((id) => id !== null);
  const known = sql42`any(${ids}::bigint[])`;
  await db.execute(sql42`
    with given as (select * from unnest(${join5(arrays)}) with ordinality as given (${statement.unnested}, place)),
    -- By their ids alone: joined at once, a plan made for any number of rows walks through all items.
    items as materialized (select * from items where id = any(${products.map(({ itemId }) => itemId)}::bigint[])),
    wanted as materialized (select ${statement.wanted} from given join items on items.id = given.item_id),
    old as (select * from products where id = ${known}),
    -- What is left out fires no triggers.
    changed as (${ids.length > 0 ? change2(sql42`products.id = ${known}`) : NONE}),
    added as (${ids.length < products.length ? sql42`${add(owner)} returning *` : NONE})
    ${log}`);
}
function plainArray(values) {
  return `{${values.map((value) => value ?? "NULL").join(",")}}`;
}
var NONE = sql42`select * from products where false`;
function change2(known) {
  return sql42`
    update products set (${statement.columns}) = row (${written("wanted")}),
      price_approved = products.price_approved and (${priced("products")}) is not distinct from (${priced("wanted")}),
      updated_at = clock_timestamp()
    from wanted
    where ${known} and products.id = wanted.id and (${written("products")}) is distinct from (${written("wanted")})
    returning products.*`;
}
function add(owner) {
  return sql42`
    insert into products (owner_id, ${statement.columns}, ${statement.texts})
    select ${owner}, ${written("wanted")}, ${statement.texts} from wanted where id is null order by place`;
}
async function storeProduct(db, { owner, ean: ean3, product: product2, scheme: scheme3 }, log, answer) {
  const found = {
    id: sql42`(select id from old)`,
    itemId: sql42`items.id`,
    netPtr: sql42`coalesce(scheme.net_ptr, ${product2.transferPrice})`,
    schemeId: sql42`scheme.id`
  };
  const given3 = { ...product2, id: null, itemId: null, netPtr: null, schemeId: null };
  const columns9 = GIVEN.map(([column2, type, field2]) => sql42`(${found[field2] ?? sql42`${given3[field2]}`})::${raw8(type)} as ${raw8(column2)}`);
  for (let attempt2 = 0; attempt2 < ATTEMPTS; attempt2 += 1) {
    const stored = await db.first(sql42`
      with shared as materialized (select pg_advisory_xact_lock_shared(${catalogueOf(owner)})),
      old as materialized (select products.* from shared, products where owner_id = ${owner} and ean = ${ean3} for update of products),
      items as materialized (select * from items where ean = ${ean3} limit 2),
      scheme as materialized (${scheme3 ?? sql42`select null::bigint as id, null::numeric as net_ptr`}),
      wanted as materialized (
        select 1 as place, ${join5(columns9)}, ${statement.ofItem} from items, scheme where (select count(*) from items) = 1),
      changed as (${change2(sql42`true`)}),
      -- One that somebody adds at this moment is not seen yet: then there is nothing, and the next attempt sees it.
      added as (${add(owner)} on conflict (owner_id, ean) do nothing returning *),
      logged as (${log}),
      now as (
        select * from added union all select * from changed union all select * from old where not exists (select from changed))
      select (select count(*)::int from items) as items, (select count(*)::int from scheme) as schemes,
        (select row_to_json(wire) from (select ${answer.wire} from now products ${answer.join}) wire) as wire`);
    const isOvertaken = stored?.items === 1 && stored.schemes === 1 && stored.wire === null;
    if (stored !== void 0 && !isOvertaken) return stored;
  }
  throw busy();
}
var ATTEMPTS = 3;
async function lockCatalogue(tx, owner) {
  await tx.execute(sql42`select pg_advisory_xact_lock(${catalogueOf(owner)})`);
}
function catalogueOf(owner) {
  return sql42`hashtextextended(${`products:${owner}`}, 0)`;
}

// server/src/catalogue/products.ts
var wireColumns2 = sql43`
  products.id::text as _id, products.owner_id::text as "userID", products.ean as "EANCode", products.hsn_code as "HSNCode",
  products.brand_name as "brandName", products.category as "productCategory", products.name as "productName",
  products.sku_code as "SKUCode", products.uom as "UOM", products.uom_conversion as "UOMConversation", products.quantity,
  products.shelf_life_days as "shelfLifeDays", products.available_on as "dateOfAvailability", products.mrp as "MRP",
  products.percentage, products.margin, products.net_ptr as "netPTR", products.transfer_price as "sellingPrice",
  products.price_approved as "priceApproval",
  case when schemes.id is not null then json_build_object('_id', schemes.id::text, 'schemaName', schemes.name) end as schemes,
  products.remarks, products.created_at as "createdAt", products.updated_at as "updatedAt"`;
var columns3 = {
  owner: sql43`products.owner_id`,
  smallName: sql43`products.small_name`,
  ean: sql43`products.ean`,
  smallSku: sql43`products.small_sku`,
  createdAt: sql43`products.created_at`
};
var isApproved = sql43`products.price_approved`;
var isWaiting = sql43`not products.price_approved`;
var inPaise = (price2) => sql43`((${price2} * 100)::bigint)`;
var list3 = {
  select: wireColumns2,
  from: sql43`products`,
  join: sql43`left join schemes on schemes.id = products.scheme_id`,
  key: sql43`products.id`,
  owner: columns3.owner,
  sorts: {
    EANCode: sql43`products.ean`,
    dateOfAvailability: { absentLast: sql43`products.available_on` },
    margin: inPaise(sql43`products.margin`),
    netPTR: inPaise(sql43`products.net_ptr`),
    // Their order is that of their entry.
    createdAt: sql43`products.id`,
    MRP: inPaise(sql43`products.mrp`),
    productName: columns3.smallName
  },
  days: {
    first: sql43`(min(products.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql43`(max(products.created_at) at time zone 'Asia/Kolkata')::date`
  }
};
var searched2 = [
  { asked: "productName", column: columns3.smallName, shared: (text3) => containsWords(sql43`product_texts.name`, text3) },
  { asked: "EANCode", column: columns3.ean, shared: withEan },
  { asked: "SKUCode", column: columns3.smallSku, shared: withSku }
];
var KEPT2 = { any: "products", true: "products approved", false: "products waiting" };
async function listProducts(ctx, actor, query2) {
  return listRows(ctx.db, listOf2(actor, query2));
}
function listOf2(actor, query2) {
  const { priceApproval } = query2;
  const owner = keptOf(actor, query2.userID);
  const texts2 = searched2.map(({ asked, column: column2 }) => ({ column: column2, text: query2[asked] }));
  return {
    scope: [ownedBy(columns3.owner, actor, query2.userID)],
    state: priceApproval === void 0 ? null : priceApproval === "true" ? isApproved : isWaiting,
    search: texts2.map(({ column: column2, text: text3 }) => contains(column2, text3, owner)),
    during: betweenDays(columns3.createdAt, query2.startDate, query2.endDate),
    texts: texts2,
    found: owner === null ? foundByTexts(query2) : null,
    kept: { list: KEPT2[priceApproval ?? "any"], owner },
    page: pageOf2(query2),
    ...list3
  };
}
function foundByTexts(query2) {
  const all = searched2.map(({ asked, shared }) => shared(query2[asked])).filter((condition) => condition !== null);
  if (all.length === 0) return null;
  return sql43`products.text_key = any(array(select key from product_texts where ${join6(all, " and ")}))`;
}
function withSku(text3) {
  const parts2 = text3?.split("-").slice(-2) ?? [];
  return containsWords(sql43`product_texts.sku_code`, text3, /^\d{4,}$/.test(parts2.at(-1) ?? "") ? parts2.join("-") : void 0);
}
function withEan(text3) {
  const within2 = containsAny(sql43`product_texts.ean`, text3);
  if (text3 === void 0 || !/^\d{13}$/.test(text3)) return within2;
  return sql43`(left(product_texts.ean, 13) = (select ${text3}::text) or right(product_texts.ean, 13) = (select ${text3}::text) or (length(product_texts.ean) > 14 and ${within2}))`;
}
async function saveProduct(ctx, actor, body) {
  const { MRP: mrp2, percentage: percentage3, margin: margin2, transferPrice: transferPrice2 } = body;
  const found = priceOf({ mrp: mrp2, percentage: percentage3, margin: margin2, transferPrice: transferPrice2 });
  if ("errors" in found) throw invalid({ ...found.errors });
  const { price: price2 } = found;
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const ean3 = body.EANCode;
  const product2 = {
    quantity: body.quantity.toFixed(),
    shelfLifeDays: body.shelfLifeDays.toFixed(),
    availableOn: body.dateOfAvailability,
    ...priceTexts(price2),
    remarks: body.remarks
  };
  const scheme3 = body.scheme === null ? null : usableScheme(ctx, { owner, ean: ean3, id: body.scheme }, sql43`select scheme_id from old`);
  const saved4 = await storeProduct(ctx.db, { owner, ean: ean3, product: product2, scheme: scheme3 }, logOf(actor, owner), {
    wire: list3.select,
    join: list3.join
  });
  if (saved4.items !== 1) throw invalid({ EANCode: saved4.items === 0 ? messages4.noMatch : messages4.noExactMatch });
  if (saved4.schemes === 0) throw invalid({ scheme: messages4.notOffered });
  return decodeNames(saved4.wire);
}
async function changePriceApproval(ctx, actor, ids, approved) {
  const wanted2 = [...new Set(ids)];
  await ctx.db.transaction(async (tx) => {
    const found = await tx.rows(sql43`
      select id::text, owner_id::text as "ownerId", price_approved as "isApproved", name, ean, transfer_price as price
      from products where id = any(${wanted2.map(idOf3)}::bigint[]) order by id for update`);
    if (found.length !== wanted2.length) throw notFound();
    const changing = found.filter((product2) => product2.isApproved !== approved);
    await tx.execute(sql43`
      update products set price_approved = ${approved}, updated_at = clock_timestamp() where id = any(${changing.map((row) => row.id)}::bigint[])`);
    await recordAudits(
      tx,
      changing.map((product2) => ({
        actor,
        ownerId: product2.ownerId,
        action: approved ? "product.approve" : "product.disapprove",
        entity: "product",
        entityId: product2.id,
        before: { priceApproval: !approved },
        after: { priceApproval: approved }
      }))
    );
    await tellOwners(tx, actor, changing, approved);
  });
  return approved ? messages4.approved : messages4.disapproved;
}
async function tellOwners(tx, actor, products, approved) {
  await queueMails(
    tx,
    [...byOwner(products.filter(({ ownerId }) => ownerId !== actor.id))].map(([userId, own]) => ({
      kind: "prices",
      userId,
      content: { approved, count: own.length, products: own.slice(0, TOLD_MOST).map(({ name, ean: ean3, price: price2 }) => ({ name, ean: ean3, price: price2 })) }
    }))
  );
}
async function lockProductsOf(tx, schemeId) {
  const found = await tx.rows(sql43`select id::text from products where scheme_id = ${schemeId} order by id for update`);
  return found.map(({ id }) => id);
}
async function repriceProducts(tx, actor, ids) {
  for (const id of ids) {
    const before = await findRow(tx, list3, sql43`products.id = ${id}`);
    await tx.execute(sql43`
      update products set net_ptr = coalesce(schemes.net_ptr, transfer_price), price_approved = false, updated_at = clock_timestamp()
      from schemes where products.id = ${id} and schemes.id = scheme_id`);
    const after = await findRow(tx, list3, sql43`products.id = ${id}`);
    if (before === void 0 || after === void 0) continue;
    const entry4 = { actor, ownerId: after.userID, action: "product.edit", entity: "product", entityId: id };
    await recordChange(tx, entry4, before, after);
  }
}

// server/src/catalogue/sheet.ts
var percentage = decimalColumn({
  heading: "Percentage",
  example: 22.5,
  note: "Margin as a percentage of the MRP: 22.5 for 22.5 %. May be left empty where Margin or Transfer Price is filled in.",
  range: PERCENTAGE,
  percent: true
});
var productColumns = {
  ean: required(
    digitsColumn({
      heading: "EAN Code",
      example: "8901030516320",
      note: "8, 12, 13 or 14 digits, as text. It has to be one of the buyer's items; name, brand, HSN code and units are taken from there.",
      problem: eanProblem,
      remark: eanRemark,
      most: 14
    })
  ),
  shelfLifeDays: required(
    decimalColumn({ heading: "Shelf Life in Days", example: 365, note: "A whole number of days.", range: SHELF_LIFE, width: 18 })
  ),
  quantity: required(decimalColumn({ heading: "Quantity", example: 50, note: "At most three decimals.", range: QUANTITY })),
  availableOn: dateColumn({
    heading: "Date of Availability",
    example: "01-12-2026",
    note: "A date, or text as DD-MM-YYYY. Optional.",
    width: 20
  }),
  mrp: required(decimalColumn({ heading: "MRP", example: 120, note: "In rupees, at most two decimals.", range: MONEY })),
  percentage: {
    ...percentage,
    read(cell) {
      const found = percentage.read(cell);
      if ("error" in found || found.value === null) return found;
      const value = Number.isInteger(cell) ? found.value : found.value.toDecimalPlaces(PERCENTAGE_PLACES);
      const isTiny = typeof cell === "number" && cell > 0 && cell < 1;
      return { value, remark: isTiny ? `This is ${value.toFixed()} % of the MRP, less than 1 %. Write 22.5 for 22.5 %.` : null };
    }
  },
  margin: decimalColumn({
    heading: "Margin",
    example: 27,
    note: "In rupees: MRP x percentage / 100. May be left empty where Percentage or Transfer Price is filled in.",
    range: MONEY
  }),
  transferPrice: decimalColumn({
    heading: "Transfer Price",
    example: 93,
    note: "In rupees: MRP minus margin. May be left empty where Percentage or Margin is filled in.",
    range: MONEY
  }),
  scheme: textColumn({
    heading: "Product Scheme",
    example: "",
    note: "Number or name of one of your active schemes for this EAN. Empty for none.",
    width: 24
  }),
  remarks: textColumn({ heading: "Remarks", example: "Ready stock", note: "Optional.", width: 32, most: 1e3 })
};

// server/src/catalogue/export.ts
var { ean: ean2, availableOn, shelfLifeDays, mrp, margin, scheme: scheme2, remarks, transferPrice, quantity: quantity2, percentage: percentage2 } = productColumns;
var exported = {
  approval: exportColumn("Price Approval"),
  ean: ean2,
  hsnCode: exportColumn("HSN Code", { width: 12 }),
  availableOn,
  createdOn: exportColumn("Created Date", { format: "date" }),
  brandName: exportColumn("Brand Name", { width: 20 }),
  skuCode: exportColumn("Mftr Article No/SKU Code", { width: 26 }),
  category: exportColumn("Product Category", { width: 20 }),
  name: exportColumn("Product Name", { width: 44 }),
  uom: exportColumn("UOM", { width: 8 }),
  uomConversion: exportColumn("UOM Conversion", { format: "number" }),
  shelfLifeDays,
  mrp,
  margin,
  netPtr: exportColumn("Net PTR", { format: "amount" }),
  scheme: scheme2,
  remarks,
  transferPrice,
  quantity: quantity2,
  percentage: percentage2
};
var exportedOfAll = { vendorCode: exportColumn("Vendor Code"), vendorName: exportColumn("Vendor Name", { width: 32 }), ...exported };
var columns4 = sql44`
  case when products.price_approved then 'Approved' else 'Not approved' end as approval, products.ean, products.hsn_code as "hsnCode",
  products.available_on as "availableOn", (products.created_at at time zone 'Asia/Kolkata')::date as "createdOn",
  products.brand_name as "brandName", products.sku_code as "skuCode", products.category, products.name, products.uom,
  trim_scale(products.uom_conversion) as "uomConversion", products.shelf_life_days as "shelfLifeDays", products.mrp, products.margin,
  products.net_ptr as "netPtr", schemes.name as scheme, products.remarks, products.transfer_price as "transferPrice",
  trim_scale(products.quantity) as quantity, trim_scale(products.percentage) as percentage,
  users.vendor_code as "vendorCode", users.vendor_name as "vendorName"`;
function exportProducts(ctx, actor, query2) {
  const list10 = listOf2(actor, query2);
  const rows = streamRows(
    ctx.reports,
    allRows({ ...list10, select: columns4, join: sql44`${list10.join ?? sql44``} join users on users.id = products.owner_id` })
  );
  return downloadSheet("products.xlsx", actor.isAdmin ? exportedOfAll : exported, rows, { sheet: "Products", reader: actor });
}

// server/src/catalogue/upload.ts
import sql45, { raw as raw9 } from "sql-template-tag";
var AHEAD = 2;
var heading = (field2) => productColumns[field2].heading;
function productIntake(ctx, actor, owner, fileName) {
  return {
    columns: productColumns,
    ahead: AHEAD,
    open(tx) {
      const firstRow = firstRows();
      let isLocked = false;
      let last = Promise.resolve();
      const inTurn4 = (work) => {
        const done = last.then(work);
        last = done;
        return done;
      };
      return {
        keep({ row, value }, errors) {
          const first = firstRow(value.ean, row);
          if (first !== null) errors.add(row, heading("ean"), `${value.ean} stands in row ${first} already.`);
          const found = priceOf(value);
          if ("errors" in found) {
            for (const [field2, message2] of Object.entries(found.errors)) errors.add(row, heading(field2), message2);
            return null;
          }
          if (first !== null) return null;
          const { ean: ean3, availableOn: availableOn2, scheme: scheme3, remarks: remarks3 } = value;
          const [quantity3, shelfLifeDays2] = [value.quantity.toFixed(), value.shelfLifeDays.toFixed()];
          return { row, ean: ean3, quantity: quantity3, shelfLifeDays: shelfLifeDays2, availableOn: availableOn2, remarks: remarks3, scheme: scheme3, price: priceTexts(found.price) };
        },
        async store(rows, { errors, fields, onlyCheck }) {
          const found = await inTurn4(async () => {
            if (!onlyCheck && !isLocked) await lockCatalogue(tx, owner);
            isLocked ||= !onlyCheck;
            return look(ctx, tx, owner, rows, !onlyCheck);
          });
          const faults = errors.total;
          const products = rows.map(
            (row, place) => match(row, place, found, fields, (field2, message2) => errors.add(row.row, heading(field2), message2))
          );
          const ready = products.filter((product2) => product2 !== null);
          if (!onlyCheck && errors.total === faults) await inTurn4(() => storeProducts(tx, owner, ready, logOfSheet(actor, owner)));
          const updated = ready.filter(({ id }) => id !== null).length;
          return { created: ready.length - updated, updated };
        },
        async end(counts) {
          await recordSheet(tx, { actor, ownerId: owner, action: "product.upload", entity: "product" }, fileName, counts);
          ctx.afterwards(async () => ctx.spreading.wake());
        }
      };
    }
  };
}
async function look(ctx, tx, owner, rows, locked) {
  const eans = rows.map(({ ean: ean3 }) => ean3);
  const looked = await tx.rows(sql45`
    with found as materialized (
      select place, (select id from products where owner_id = (select ${owner}::bigint) and ean = wanted_ean) as id, item_id, item_count
      from unnest(${eans}::text[]) with ordinality as wanted (wanted_ean, place), lateral (${itemsOf4(sql45`wanted_ean`)}) item),
    stored as materialized (
      select place, products.id, scheme_id, available_on, remarks
      from found join products using (id) order by products.id ${locked ? raw9("for update of products") : raw9("")})
    select place::int - 1 as place, id::text, scheme_id::text as "schemeId", available_on as "availableOn", remarks,
      null as "itemId", null::int as items
    from stored
    union all select place::int - 1, null, null, null, null, item_id::text, item_count from found`);
  const products = inPlaces(looked.filter((one2) => one2.id !== null).map((one2) => [one2.place, one2]));
  const items = inPlaces(looked.filter((one2) => one2.id === null).map((one2) => [one2.place, one2]));
  const withScheme = [...rows.keys()].filter((place) => rows[place]?.scheme != null || products[place]?.schemeId != null);
  const schemes2 = withScheme.length === 0 ? [] : await schemesByEan(ctx, tx, { owner, eans: withScheme.map((place) => eans[place] ?? ""), locked });
  return { products, items, schemes: inPlaces(schemes2.map((found, index) => [withScheme[index] ?? 0, found])) };
}
function inPlaces(found) {
  const values = [];
  for (const [place, value] of found) values[place] = value;
  return values;
}
function match(row, place, found, fields, fault2) {
  const stored = found.products[place];
  const { itemId = null, items = 0 } = found.items[place] ?? {};
  if (items !== 1) fault2("ean", items === 0 ? messages4.noMatch : messages4.noExactMatch);
  const choices = found.schemes[place] ?? [];
  const scheme3 = fields.has("scheme") ? chooseScheme(choices, row.scheme, stored?.schemeId ?? null) : choices.find(({ id }) => id === stored?.schemeId) ?? null;
  if (typeof scheme3 === "string") fault2("scheme", scheme3);
  if (itemId === null || items !== 1 || typeof scheme3 === "string") return null;
  const { mrp: mrp2, percentage: percentage3, margin: margin2, transferPrice: transferPrice2 } = row.price;
  return {
    id: stored?.id ?? null,
    itemId,
    quantity: row.quantity,
    shelfLifeDays: row.shelfLifeDays,
    availableOn: fields.has("availableOn") ? row.availableOn : stored?.availableOn ?? null,
    mrp: mrp2,
    percentage: percentage3,
    margin: margin2,
    transferPrice: transferPrice2,
    netPtr: scheme3?.netPtr ?? transferPrice2,
    schemeId: scheme3?.id ?? null,
    remarks: fields.has("remarks") ? row.remarks : stored?.remarks ?? null
  };
}
function chooseScheme(choices, wanted2, current) {
  if (wanted2 === null) return null;
  const name = wanted2.toLowerCase();
  const meant = choices.filter((scheme3) => scheme3.number === wanted2 || scheme3.name.trim().toLowerCase() === name);
  const offered2 = meant.filter(({ isOffered }) => isOffered);
  const sure = meant.find(({ id }) => id === current) ?? offered2.find(({ number: number18 }) => number18 === wanted2);
  if (sure !== void 0) return sure;
  const [only, another] = offered2;
  if (another !== void 0) return "More than one of your schemes for this EAN has this name. Write its number.";
  return only ?? messages4.notOffered;
}

// server/src/catalogue/template.ts
async function productTemplate(ctx, actor) {
  const byEan = /* @__PURE__ */ new Map();
  for (const scheme3 of await offeredSchemes(ctx, actor.id)) byEan.set(scheme3.ean, [...byEan.get(scheme3.ean) ?? [], scheme3]);
  const texts2 = [...byEan.values()].flatMap((schemes2) => schemes2.map((scheme3) => textFor(scheme3, schemes2)));
  const suggestions = [...new Set(texts2)].sort((one2, other) => one2.localeCompare(other, "en-IN", { numeric: true }));
  return { ...productColumns, scheme: { ...productColumns.scheme, suggestions } };
}
function textFor(scheme3, schemes2) {
  const name = scheme3.name.trim();
  return chooseScheme(schemes2, name, null) === scheme3 ? name : scheme3.number;
}

// server/src/catalogue/routes.ts
function catalogueRoutes(app, context) {
  serve(app, context, catalogue.list, async ({ ctx, actor, query: query2 }) => listReply(await listProducts(ctx, actor, query2)));
  serve(app, context, catalogue.lookUp, async ({ ctx, params }) => {
    const items = await findItems(ctx, params.ean);
    return items.length === 0 ? no(items) : ok(items);
  });
  serve(
    app,
    context,
    catalogue.save,
    async ({ ctx, actor, body }) => ok({ message: messages4.saved, data: await saveProduct(ctx, actor, body) })
  );
  serve(
    app,
    context,
    catalogue.approve,
    async ({ ctx, actor, body }) => ok({ message: await changePriceApproval(ctx, actor, body.productIdList, body.priceApproval) })
  );
  sheetRoutes(app, context, catalogue, {
    fileName: "sampleProductSheet.xlsx",
    sheet: "Products",
    columns: productColumns,
    templateColumns: productTemplate,
    intake: productIntake,
    download: exportProducts
  });
}

// contract/src/buyer-data.ts
import * as z16 from "zod";
var buyerItem = z16.object({
  _id: z16.string(),
  EANCode: z16.string(),
  item_code: z16.string(),
  item_name: z16.string(),
  brandName: z16.string().nullable(),
  categoryName: z16.string().nullable(),
  HSNCode: z16.string().nullable(),
  SKUCode: z16.string().nullable(),
  itemUomCode: z16.string().nullable(),
  itemUomDescription: z16.string().nullable(),
  uomConversion: z16.number(),
  item_mrp: z16.number().nullable(),
  updatedAt: z16.string()
});
var itemFilters = listQuery({ itemName: textFilter, EANCode: textFilter }, ["EANCode", "item_name", "item_mrp", "updatedAt"]);
var buyerData = {
  items: operation({
    id: "buyerData.items",
    summary: "The buyer's item master, newest first",
    method: "GET",
    path: "/api/buyerData/items",
    access: "admin",
    query: itemFilters,
    replies: { 200: z16.array(buyerItem), 201: z16.array(buyerItem) }
  }),
  itemTemplate: operation({
    id: "buyerData.itemTemplate",
    summary: "An empty workbook for items, with an example and notes",
    method: "GET",
    path: "/api/buyerData/items/template",
    access: "admin",
    replies: { 200: workbook }
  }),
  exportItems: operation({
    id: "buyerData.exportItems",
    summary: "A workbook of all items that the filters leave, which can be uploaded again",
    method: "GET",
    path: "/api/buyerData/items/export",
    access: "admin",
    query: itemFilters,
    replies: { 200: workbook }
  }),
  importItems: operation({
    id: "buyerData.importItems",
    summary: "Load items from a .csv or .xlsx sheet, all or nothing; with dryRun=true only check it",
    method: "POST",
    path: "/api/buyerData/items",
    access: "admin",
    query: z16.object({ dryRun }),
    files: ["file"],
    fileBytesMax: SHEET_BYTES_MAX,
    replies: { 200: sheetDone, 201: sheetRefusal }
  }),
  markItems: operation({
    id: "buyerData.markItems",
    summary: "The same sheet as a workbook with its faults marked; nothing is stored",
    method: "POST",
    path: "/api/buyerData/items/marked",
    access: "admin",
    files: ["file"],
    fileBytesMax: SHEET_BYTES_MAX,
    replies: { 200: workbook, 201: sheetRefusal }
  })
};

// contract/src/buyer-connection.ts
import * as z17 from "zod";
var PULLED = ["suppliers", "items", "orders", "returns", "payments", "acknowledgements"];
var messages8 = {
  started: "The run has started.",
  running: "A run is under way already.",
  nothing: "There is no system to pull from: what is loaded on this screen is all there is."
};
var lastRun = z17.object({
  kind: z17.enum(PULLED),
  startedAt: z17.string().nullable(),
  endedAt: z17.string().nullable(),
  rowsRead: z17.number(),
  rowsStored: z17.number(),
  /** Why the last run of it did not get to its end. */
  error: z17.string().nullable(),
  /** How many records wait because they cannot be taken over. */
  faults: z17.number()
});
var fault = z17.object({
  _id: z17.string(),
  kind: z17.enum(PULLED),
  externalId: z17.string(),
  problem: z17.string(),
  firstSeen: z17.string(),
  lastSeen: z17.string()
});
var connection = z17.object({
  /** 'embedded' where no ERP is connected. */
  system: z17.string(),
  pulls: z17.boolean(),
  running: z17.boolean(),
  minutes: z17.number(),
  /** Acknowledgements of which the system has still to be told. */
  untold: z17.number(),
  kinds: z17.array(lastRun)
});
var buyerConnection = {
  status: operation({
    id: "buyerData.connection",
    summary: "The buyer's system and the last run of each kind of record",
    method: "GET",
    path: "/api/buyerData/connection",
    access: "admin",
    replies: { 200: connection }
  }),
  faults: operation({
    id: "buyerData.faults",
    summary: "Records of the buyer's system that cannot be taken over, with why; the newest first",
    method: "GET",
    path: "/api/buyerData/faults",
    access: "admin",
    query: listQuery({ kind: z17.enum(PULLED, `Must be one of ${PULLED.join(", ")}.`).optional() }, ["firstSeen", "lastSeen"]),
    replies: { 200: z17.array(fault), 201: z17.array(fault) }
  }),
  pull: operation({
    id: "buyerData.pull",
    summary: "Pull now, in the background; with fromStart all over again",
    method: "POST",
    path: "/api/buyerData/pull",
    access: "admin",
    body: z17.object({ fromStart: flag.optional() }),
    replies: { 200: z17.object({ message: z17.string(), started: z17.boolean() }) }
  })
};

// server/src/purchase-orders/orders.ts
import sql46 from "sql-template-tag";
var rate2 = (line2) => sql46`(case when num_nonnulls(${line2}.cgst_rate, ${line2}.sgst_rate, ${line2}.igst_rate) > 0
  then trim_scale(coalesce(${line2}.cgst_rate, 0) + coalesce(${line2}.sgst_rate, 0) + coalesce(${line2}.igst_rate, 0)) end)`;
var aLine = sql46`line`;
var lineColumns = sql46`
  line.item_code as "itemCode", line.item_name as "itemName", line.ean as "EANCode", line.second_ean as "secondaryBarcode",
  line.sku_code as "SKUCode", line.hsn_code as "hsnCode", line.uom, line.quantity as "itemQuantityInCart",
  line.received_quantity as "receivedQuantity", line.case_quantity as "caseQuantity", line.mrp as "itemSellingPrice",
  line.unit_price as "itemPrice", line.total as "totalCost",
  case when line.igst_rate > 0 then 'IGST' else 'GST' end || ${rate2(aLine)} as "GSTCode", ${rate2(aLine)} as "GSTInPer",
  line.discount_rate as "discInPer", line.discount as "discAMt", line.cgst_rate as "CGSTInPer",
  line.cgst + line.sgst + line.igst + line.cess as "taxAMT",
  json_build_object('taxableAmount', line.taxable, 'taxAmount', line.cgst + line.sgst + line.igst, 'cgstTaxAmt', line.cgst,
    'sgstTaxAmt', line.sgst, 'igstTaxAmt', line.igst, 'gstCess', line.cess_rate, 'gstCessAmount', line.cess,
    'tax', json_build_object('sgstPercent', line.sgst_rate, 'igstPercent', line.igst_rate)) as "salesOrderTaxModel"`;
var aFirst = sql46`first`;
var firstColumns = sql46`
  first.ean as "EANCode", first.hsn_code as "HSNCode", first.item_name as "ItemName", first.ean as "PrimaryBarCode",
  first.sku_code as "SKUCode", coalesce(first.quantity, 0) as "purchaseQty", first.case_quantity as "caseQuantity", first.mrp as "MRP",
  round((first.mrp - first.unit_price) * 100 / nullif(first.mrp, 0), 2) as "BuyerMarginPer",
  round(first.mrp - first.unit_price, 2) as "buyerMarginAmt", coalesce(first.unit_price, 0) as "billingPrice",
  ${rate2(aFirst)} as "taxRate", coalesce(first.sgst, 0) as "SGSTAmt", coalesce(first.cgst, 0) as "CGSTAmt",
  coalesce(first.igst, 0) as "IGSTAmt", coalesce(first.total, 0) as "totalPrice", first.second_ean as "secondaryBarcode"`;
var headColumns = sql46`
  users.vendor_name as "vendorName", purchase_orders.number as "poNumber", purchase_orders.ordered_on as "poDate",
  purchase_orders.deliver_by as "deliverBy", purchase_orders.line_count as "totalPurchaseItems", purchase_orders.value,
  case when purchase_orders.status = 'Open' and purchase_orders.acknowledged_on is not null then 'Acknowledged'
    else purchase_orders.status end as status,
  case when settled.amount >= purchase_orders.value then 'Paid' when settled.amount > 0 then 'Partial' else 'Unpaid' end as "paymentStatus",
  case when arrivals.complete then 'Delivered' when arrivals.some then 'Partial' else 'Pending' end as "deliveryStatus"`;
var settled = sql46`
  cross join lateral (
    select greatest(purchase_orders.paid, coalesce(sum(invoices.paid), 0)) as amount
    from invoices where invoices.owner_id = purchase_orders.owner_id and invoices.po_number = purchase_orders.number) settled`;
var arrived = sql46`
  coalesce(bool_and(line.received_quantity >= line.quantity), false) as complete, coalesce(bool_or(line.received_quantity > 0), false) as some`;
var vendor = sql46`join users on users.id = purchase_orders.owner_id`;
var list4 = {
  select: sql46`
    purchase_orders.id::text as _id, purchase_orders.owner_id::text as "userID", ${headColumns},
    purchase_orders.acknowledged_on as "acknowledgedOn", purchase_orders.acknowledgement_reference as "acknowledgementReference",
    ${firstColumns}, '/api/purChaseOrder/packingLabel/' || purchase_orders.id as "packingLabel",
    purchase_orders.document_url as "documentUpload", purchase_orders.delivery_location as "deliveryLocation",
    purchase_orders.vendor_address as "vendorAddress", arrivals.items as "listOfItems",
    purchase_orders.source = 'embedded' as "keptHere", purchase_orders.updated_at as "updatedAt"`,
  from: sql46`purchase_orders`,
  join: sql46`
    ${vendor} ${settled}
    left join purchase_order_lines first on first.order_id = purchase_orders.id and first.line = 1
    cross join lateral (
      select ${arrived}, coalesce(json_agg((select row_to_json(item) from (select ${lineColumns}) item) order by line.line), '[]') as items
      from purchase_order_lines line where line.order_id = purchase_orders.id) arrivals`,
  key: sql46`purchase_orders.id`,
  owner: sql46`purchase_orders.owner_id`,
  sorts: {
    poNumber: sql46`lower(purchase_orders.number)`,
    poDate: sql46`purchase_orders.ordered_on`,
    totalPurchaseItems: sql46`purchase_orders.line_count`,
    value: sql46`purchase_orders.value`
  }
};
async function listOrders(ctx, actor, asked) {
  return listRows(ctx.db, listOf3(actor, asked));
}
function listOf3(actor, { code: code2, poNumber: poNumber2, ...asked }) {
  const page = pageOf2(asked);
  const searched3 = code2 !== null && code2 !== void 0 && asked.sortBy === void 0 && asked.sortOrder === void 0;
  return {
    scope: [ownedBy(sql46`purchase_orders.owner_id`, actor, asked.userID)],
    search: [
      contains(sql46`lower(purchase_orders.number)`, code2 ?? void 0, keptOf(actor, asked.userID)),
      poNumber2 === void 0 || poNumber2 === "" ? null : sql46`purchase_orders.number = ${poNumber2}`
    ],
    page: searched3 ? { ...page, sortBy: "exact", descending: true } : page,
    ...list4,
    // Under a number there are one or two: what is remembered of searches that find many is not worth asking for.
    ...poNumber2 ? {} : { kept: { list: "orders", owner: keptOf(actor, asked.userID) } },
    ...searched3 ? { sorts: { exact: sql46`(purchase_orders.number = ${code2})` } } : {}
  };
}
function exportList(actor, asked) {
  return {
    ...listOf3(actor, asked),
    select: headColumns,
    join: sql46`${vendor} ${settled}
      cross join lateral (select ${arrived} from purchase_order_lines line where line.order_id = purchase_orders.id) arrivals`
  };
}
async function acknowledgeOrder(ctx, actor, id, { reference: reference2, updatedAt }) {
  return ctx.db.transaction(async (tx) => {
    const before = await ownOrder(tx, actor, id, sql46`for no key update of purchase_orders`);
    if (before.status === "Acknowledged") throw new Refusal(409, messages.acknowledgedAlready);
    if (before.status !== "Open") throw new Refusal(409, messages.notOpen(before.status));
    refuseStale(before, updatedAt);
    await tx.execute(sql46`
      update purchase_orders set acknowledged_on = ${indianDay(ctx.clock())}, acknowledgement_reference = ${reference2},
        updated_at = clock_timestamp()
      where id = ${before._id}`);
    const after = await ownOrder(tx, actor, id);
    const entry4 = { actor, ownerId: after.userID, action: "order.acknowledge", entity: "purchaseOrder", entityId: after._id };
    await recordChange(tx, entry4, before, after);
    return after;
  });
}
async function ownOrder(db, actor, id, lock = sql46``) {
  const own = ownRows2(sql46`purchase_orders.owner_id`, actor);
  const found = await findRow(db, list4, sql46`purchase_orders.id = ${idOf3(id)} and ${own} ${lock}`);
  if (found === void 0) throw notFound();
  return found;
}

// server/src/buyer-system/connection.ts
import sql47 from "sql-template-tag";
var INTERRUPTED = "Interrupted: the server that ran it ended. The next run goes on from there.";
async function connectionOf({ db, buyerSystem, pulling, settings }) {
  const { source } = buyerSystem;
  const tells = buyerSystem.acknowledgeOrder !== void 0;
  const kinds = PULLED.filter((kind) => kind === "acknowledgements" ? tells : buyerSystem.pulls !== void 0);
  const running = await pulling.isRunning();
  const rows = await db.rows(sql47`
    select kinds.kind, started_at as "startedAt", ended_at as "endedAt", coalesce(rows_read, 0) as "rowsRead",
      coalesce(rows_stored, 0) as "rowsStored", error,
      (select count(*) from buyer_faults faults where faults.source = ${source} and faults.kind = kinds.kind)::int as faults
    from unnest(${kinds}::text[]) with ordinality kinds (kind, place)
    left join buyer_pulls pulls on pulls.source = ${source} and pulls.kind = kinds.kind order by place`);
  const untold = await db.first(sql47`
    select count(*)::int as count from purchase_orders
    where acknowledged_on is not null and acknowledgement_told_at is null and source = ${source}`);
  return {
    system: source,
    pulls: kinds.length > 0,
    running,
    minutes: settings.buyerPullMinutes,
    untold: tells ? untold?.count ?? 0 : 0,
    kinds: rows.map(({ startedAt, endedAt, error, ...row }) => ({
      ...row,
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
      error: error ?? (startedAt !== null && endedAt === null && !running ? INTERRUPTED : null)
    }))
  };
}
async function listFaults(ctx, query2) {
  return listRows(ctx.db, {
    select: sql47`
      buyer_faults.kind || '/' || buyer_faults.external_id as _id, buyer_faults.kind, buyer_faults.external_id as "externalId",
      buyer_faults.problem, buyer_faults.first_seen as "firstSeen", buyer_faults.last_seen as "lastSeen"`,
    from: sql47`buyer_faults`,
    scope: [sql47`buyer_faults.source = ${ctx.buyerSystem.source}`],
    where: [query2.kind === void 0 ? null : sql47`buyer_faults.kind = ${query2.kind}`],
    key: sql47`buyer_faults.ctid`,
    sorts: { firstSeen: sql47`buyer_faults.first_seen`, lastSeen: sql47`buyer_faults.last_seen` },
    page: pageOf2(query2.sortBy === void 0 ? { ...query2, sortBy: "lastSeen", sortOrder: query2.sortOrder ?? "desc" } : query2)
  });
}
async function pullNow(ctx, actor, fromStart) {
  const start = await ctx.pulling.startNow({ fromStart });
  if (start === "started") {
    const { source } = ctx.buyerSystem;
    await recordAudit(ctx.db, {
      actor,
      ownerId: null,
      action: "buyer.pull",
      entity: "buyerSystem",
      entityId: source,
      after: { fromStart }
    });
  }
  return { message: messages8[start], started: start === "started" };
}

// server/src/buyer-system/exportItems.ts
import sql48 from "sql-template-tag";

// server/src/buyer-system/sheet.ts
var itemColumns = {
  ean: required(
    digitsColumn({
      heading: "EAN Code",
      example: "8901030516320",
      note: "8, 12, 13 or 14 digits with a right check digit, as text. Codes that start with 2 may be your own.",
      problem: eanProblem,
      remark: eanRemark,
      most: 14
    })
  ),
  name: required(
    textColumn({ heading: "Item Name", example: "Basmati Rice 5 kg", note: "As it stands on the pack.", width: 36, most: 500 })
  ),
  itemCode: textColumn({
    heading: "Item Code",
    example: "ITM-00042",
    note: "Your own code, unique. Left empty, the EAN is the code.",
    most: 50
  }),
  brandName: textColumn({ heading: "Brand Name", example: "Annapurna", note: "Optional." }),
  category: textColumn({ heading: "Category", example: "Rice", note: "Optional." }),
  hsnCode: digitsColumn({ heading: "HSN Code", example: "10063020", note: "4, 6 or 8 digits, as text.", problem: hsnProblem, most: 8 }),
  skuCode: textColumn({ heading: "SKU Code", example: "BR-5KG", note: "The manufacturer's article number. Optional.", most: 50 }),
  uom: textColumn({ heading: "UOM", example: "PCS", note: "Unit of measure.", most: 20 }),
  uomDescription: textColumn({ heading: "UOM Description", example: "Pieces", note: "Optional.", most: 100 }),
  uomConversion: decimalColumn({
    heading: "UOM Conversion",
    example: 1,
    note: "Pieces in one unit; 1 where empty.",
    range: { places: 3, least: 1e-3, most: "999999.999" }
  }),
  mrp: decimalColumn({ heading: "MRP", example: 549, note: "In rupees, at most two decimals.", range: MONEY })
};

// server/src/buyer-system/exportItems.ts
var columns5 = sql48`ean, item_name as name, item_code as "itemCode", brand_name as "brandName", category_name as category,
  hsn_code as "hsnCode", sku_code as "skuCode", uom_code as uom, uom_description as "uomDescription",
  trim_scale(uom_conversion) as "uomConversion", mrp`;
function exportItems(ctx, actor, query2) {
  const rows = streamRows(ctx.reports, allRows({ ...itemList(query2), select: columns5 }));
  return downloadSheet("items.xlsx", itemColumns, rows, { sheet: "Items", reader: actor });
}

// server/src/buyer-system/importItems.ts
function importItems(ctx, actor, file, { dryRun: dryRun2, signal }) {
  return takeSheet(ctx.db, file, itemIntake(ctx, actor, file?.name ?? ""), { dryRun: dryRun2, csvAllowed: true, who: actor.id, signal });
}
function markItems(ctx, actor, file, signal) {
  return markSheet(ctx.db, file, itemIntake(ctx, actor, file?.name ?? ""), { csvAllowed: true, who: actor.id, signal });
}
function itemIntake(ctx, actor, fileName) {
  return {
    columns: itemColumns,
    open(tx) {
      const firstRow = firstRows();
      return {
        keep({ row, value }, errors) {
          const itemCode = value.itemCode ?? value.ean;
          const first = firstRow(itemCode, row);
          if (first !== null)
            errors.add(row, value.itemCode === null ? "EAN Code" : "Item Code", `${itemCode} stands in row ${first} already.`);
          return { ...value, itemCode, uomConversion: value.uomConversion?.toFixed() ?? "1", mrp: value.mrp?.toFixed(2) ?? null };
        },
        store: async (items, { errors }) => errors.total > 0 ? { created: 0, updated: 0 } : storeItems(tx, ctx.buyerSystem.source, items),
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: "item.import", entity: "item" }, fileName, counts)
      };
    }
  };
}

// contract/src/gst.ts
var PAISA2 = 2;
var HIGHEST_RATE = 40;
function stateCodeOf(gstin2, stateKey) {
  const code2 = /^\d{2}/.exec(normaliseGstin(gstin2 ?? ""))?.[0];
  return code2 ?? indianState(stateKey ?? "")?.gstCodes[0] ?? null;
}
function placeOf(code2) {
  return STATE_BY_GST_CODE.get(code2)?.name ?? `the state with GST code ${code2}`;
}
function isInterState(supplier, buyer) {
  return supplier !== buyer;
}
function carriedTax(amounts, rate3) {
  let carry = new Decimal(0);
  return amounts.map((amount6) => {
    const exact3 = amount6.times(rate3).div(100).plus(carry);
    const tax = exact3.toDecimalPlaces(PAISA2, Decimal.ROUND_HALF_UP);
    carry = exact3.minus(tax);
    return tax;
  });
}
var remarks2 = {
  bothKinds: "CGST and SGST exclude IGST on one invoice.",
  unequal: "CGST and SGST should be equal.",
  interState: "Vendor and buyer are in different states: IGST is due, not CGST and SGST.",
  intraState: "Vendor and buyer are in the same state: CGST and SGST are due, not IGST.",
  aboveValue: "The taxes are not less than the invoice value.",
  aboveRate: `The taxes are more than ${HIGHEST_RATE} % of the value without them.`
};
function taxRemarks(figures2, supplier, buyer) {
  const [value, cgst, sgst, igst] = [figures2.invoiceValue, figures2.CGSTValue, figures2.SGSTValue, figures2.IGSTValue].map(amountOf);
  const found = {};
  const within2 = cgst.plus(sgst);
  const tax = within2.plus(igst);
  if (!cgst.eq(sgst)) found.SGSTValue = remarks2.unequal;
  if (within2.gt(0) && igst.gt(0)) found.IGSTValue = remarks2.bothKinds;
  else if (supplier !== null && buyer !== null) {
    if (isInterState(supplier, buyer)) {
      if (within2.gt(0)) found.CGSTValue = remarks2.interState;
    } else if (igst.gt(0)) found.IGSTValue = remarks2.intraState;
  }
  if (value.gt(0) && tax.gt(0)) {
    if (tax.gte(value)) found.invoiceValue = remarks2.aboveValue;
    else if (tax.minus("0.02").times(100).gt(value.minus(tax).times(HIGHEST_RATE))) found.invoiceValue = remarks2.aboveRate;
  }
  return found;
}
function amountOf(value) {
  return (isBlank(value) ? null : parseDecimal(value)) ?? new Decimal(0);
}

// contract/src/orderFigures.ts
var PAISA3 = 2;
function figuresOf(lines, interState) {
  const figures2 = lines.map(({ quantity: quantity3, price: price2, discountRate, taxRate }) => {
    const gross = quantity3.times(price2);
    const discount = gross.times(discountRate ?? 0).div(100).toDecimalPlaces(PAISA3, Decimal.ROUND_HALF_UP);
    const taxable2 = gross.minus(discount).toDecimalPlaces(PAISA3, Decimal.ROUND_HALF_UP);
    return { discount, taxable: taxable2, taxRate, within: new Decimal(0), between: new Decimal(0) };
  });
  const rates = new Set(figures2.flatMap(({ taxRate }) => taxRate?.toFixed() ?? []));
  for (const rate3 of rates) {
    const same = figures2.filter(({ taxRate, taxable: taxable2 }) => taxRate?.toFixed() === rate3 && taxable2.gt(0));
    const taxes2 = carriedTax(
      same.map(({ taxable: taxable2 }) => taxable2),
      interState ? rate3 : new Decimal(rate3).div(2)
    );
    for (const [place, figure2] of same.entries()) figure2[interState ? "between" : "within"] = taxes2[place] ?? new Decimal(0);
  }
  return figures2.map(({ discount, taxable: taxable2, within: within2, between }) => ({
    discount,
    taxable: taxable2,
    half: within2,
    igst: between,
    total: taxable2.plus(within2).plus(within2).plus(between)
  }));
}
function orderInterState(vendor2, buyer) {
  return vendor2 !== null && buyer !== null && isInterState(vendor2, buyer);
}

// server/src/buyer-system/orderSheet.ts
import sql51 from "sql-template-tag";

// contract/src/site.ts
import * as z18 from "zod";
var mail = z18.object({ to: z18.string(), subject: z18.string(), text: z18.string(), html: z18.string(), at: z18.string() });
var site = {
  /** What the sign-in pages need to know of this installation. */
  about: operation({
    id: "site.about",
    summary: "What this installation offers: captcha, outbox, demo sign-ins",
    method: "GET",
    path: "/api/site",
    access: "anyone",
    replies: {
      200: z18.object({
        captcha: z18.boolean(),
        outbox: z18.boolean(),
        /** The buyer's GST state code, as `29`: where it differs from the vendor's, IGST is due. Null where it is not set. */
        buyerState: z18.string().nullable(),
        demo: z18.array(z18.object({ who: z18.string(), email: z18.string(), password: z18.string() }))
      })
    }
  }),
  outbox: operation({
    id: "site.outbox",
    summary: "Mail that a local start did not send, newest first",
    method: "GET",
    path: "/api/outbox",
    access: "anyone",
    replies: { 200: z18.array(mail) }
  })
};

// server/src/database/demoSignIns.ts
var DEMO_SIGN_INS = [
  { who: "Administrator", email: "admin@aapurti.example", password: "namaste-admin" },
  { who: "Vendor, Annapurna Rice Mill", email: "mill@aapurti.example", password: "namaste-mill" },
  { who: "Vendor, Sahyadri Foods", email: "foods@aapurti.example", password: "namaste-foods" },
  { who: "Vendor, inactive", email: "inactive@aapurti.example", password: "namaste-inactive" },
  { who: "Vendor, awaiting activation", email: "new@aapurti.example", password: "namaste-new" }
];
var DEMO_BUYER_STATE = "IN-MH";

// server/src/site.ts
function buyerState({ production, demo, buyerGstin }) {
  return stateCodeOf(buyerGstin, !production && demo ? DEMO_BUYER_STATE : null);
}
function siteRoutes(app, context) {
  const { production, smtpUrl, demo, captcha } = context.settings;
  const hasOutbox = !production && smtpUrl === void 0;
  const isDemo = !production && demo;
  const about = {
    captcha,
    outbox: hasOutbox,
    buyerState: buyerState(context.settings),
    demo: isDemo ? [...DEMO_SIGN_INS] : []
  };
  serve(app, context, site.about, async () => ok(about));
  serve(app, context, site.outbox, async ({ ctx }) => {
    if (!hasOutbox) throw notFound();
    await ctx.mail.flush({ evenGathering: true });
    return ok(await ctx.mail.outbox());
  });
}

// server/src/buyer-system/sheetVendors.ts
import sql49 from "sql-template-tag";
var vendorColumn = required(
  digitsColumn({ heading: "Vendor Code", example: "4242", note: "The code of the vendor in the portal, as on its profile.", most: 9 })
);
function vendorFinder(db) {
  const known = /* @__PURE__ */ new Map();
  return {
    async learn(codes3) {
      const open3 = [...new Set(codes3.map(tidy))].filter((code2) => !known.has(code2));
      if (open3.length === 0) return;
      const rows = await db.rows(sql49`
        select vendor_code::text as code, id::text, gstin, state from users
        where not is_admin and vendor_code = any(${open3.map(Number)}::int[])`);
      for (const code2 of open3) known.set(code2, null);
      for (const { code: code2, id, gstin: gstin2, state: state2 } of rows) known.set(code2, { id, state: stateCodeOf(gstin2, state2) });
    },
    find(code2, row, errors) {
      const vendor2 = known.get(tidy(code2)) ?? null;
      if (vendor2 === null) errors.add(row, vendorColumn.heading, `No vendor has the code ${code2}.`);
      return vendor2;
    }
  };
}
function tidy(code2) {
  return String(Number(code2));
}

// server/src/buyer-system/typedOrder.ts
import { createHash as createHash8 } from "node:crypto";
import sql50 from "sql-template-tag";
function noFacts() {
  return { byCode: /* @__PURE__ */ new Map(), byEan: /* @__PURE__ */ new Map() };
}
async function learnFacts(db, facts, lines) {
  const codes3 = lines.flatMap(({ itemCode }) => itemCode ?? []);
  const asked = new Set(lines.flatMap(({ ean: ean3 }) => ean3 ?? []));
  const rows = await db.rows(sql50`
    select item_code as "itemCode", ean, item_name as name, hsn_code as "hsnCode", sku_code as "skuCode", uom_code as uom, mrp
    from items where item_code = any(${codes3}::text[]) or ean = any(${[...asked]}::text[]) order by id`);
  const byEan = /* @__PURE__ */ new Map();
  for (const row of rows) {
    byEan.set(row.ean, [...byEan.get(row.ean) ?? [], row]);
    facts.byCode.set(row.itemCode, row);
  }
  for (const [ean3, items] of byEan) {
    if (asked.has(ean3)) facts.byEan.set(ean3, items);
  }
}
function itemOf(line2, facts) {
  const { ean: ean3, itemCode, itemName } = line2;
  if (ean3 === null && itemCode === null) return { problem: "EAN Code or Item Code is required." };
  const byCode = itemCode === null ? void 0 : facts.byCode.get(itemCode);
  if (byCode !== void 0) return byCode;
  const [one2, another] = ean3 === null ? [] : facts.byEan.get(ean3) ?? [];
  if (another !== void 0 && itemCode === null) return { problem: `Several items have the EAN ${ean3}: give the Item Code too.` };
  if (one2 !== void 0 && itemCode === null) return one2;
  if (itemName !== null) return null;
  return { problem: `No item has the ${ean3 === null ? `code ${itemCode}` : `EAN ${ean3}`}. Load it first, or give its Item Name.` };
}
var money3 = (amount6) => amount6.toFixed(2);
function orderFrom3(order, facts, interState) {
  const figures2 = figuresOf(order.lines, interState);
  const seen = /* @__PURE__ */ new Map();
  const lines = order.lines.map((line2, place) => {
    const found = itemOf(line2, facts);
    const item2 = found === null || "problem" in found ? null : found;
    const itemCode = line2.itemCode ?? item2?.itemCode ?? line2.ean ?? "";
    const times = (seen.get(itemCode) ?? 0) + 1;
    seen.set(itemCode, times);
    const { discount, taxable: taxable2, half, igst, total } = figures2[place] ?? failed();
    const rate3 = line2.taxRate;
    return {
      // Of an item that comes twice, as with a free quantity, the second has a name of its own.
      externalId: times === 1 ? itemCode : `${itemCode} (${times})`,
      itemCode,
      itemName: line2.itemName ?? item2?.name ?? itemCode,
      ean: line2.ean ?? item2?.ean ?? null,
      secondEan: null,
      hsnCode: line2.hsnCode ?? item2?.hsnCode ?? null,
      skuCode: item2?.skuCode ?? null,
      uom: line2.uom ?? item2?.uom ?? null,
      quantity: line2.quantity.toFixed(),
      caseQuantity: line2.caseQuantity?.toFixed() ?? null,
      receivedQuantity: null,
      mrp: line2.mrp === null ? item2?.mrp ?? null : money3(line2.mrp),
      unitPrice: line2.price.toFixed(),
      discountRate: (line2.discountRate ?? new Decimal(0)).toFixed(),
      discount: money3(discount),
      taxable: money3(taxable2),
      cgstRate: rate3 === null ? null : interState ? "0" : rate3.div(2).toFixed(),
      sgstRate: rate3 === null ? null : interState ? "0" : rate3.div(2).toFixed(),
      igstRate: rate3 === null ? null : interState ? rate3.toFixed() : "0",
      cessRate: null,
      cgst: money3(half),
      sgst: money3(half),
      igst: money3(igst),
      cess: "0.00",
      total: money3(total)
    };
  });
  const { ownerId, number: number18, orderedOn, deliverBy, status, deliveryLocation } = order;
  const content = { number: number18, orderedOn, deliverBy, status, deliveryLocation, lines };
  return {
    ...content,
    ownerId,
    externalId: externalIdOf(ownerId, number18),
    version: versionOf3(content),
    raw: null,
    supplier: "",
    acknowledgedOn: null,
    acknowledgementReference: null,
    paid: "0",
    vendorAddress: null
  };
}
function externalIdOf(ownerId, number18) {
  return `${ownerId}/${number18}`;
}
function versionOf3(content) {
  return createHash8("sha256").update(JSON.stringify(content)).digest("base64url").slice(0, 22);
}
function failed() {
  throw new Error("every line has its figures");
}

// server/src/buyer-system/orderSheet.ts
var NUMBER_MAX = 100;
var orderColumns = {
  vendorCode: vendorColumn,
  number: required(
    textColumn({ heading: "PO Number", example: "PO/2026-27/0042", note: "Rows with the same number are one order.", most: NUMBER_MAX })
  ),
  orderedOn: required(dateColumn({ heading: "PO Date", example: "01-11-2026", note: "The same in all rows of an order." })),
  deliverBy: dateColumn({ heading: "Deliver By", example: "20-11-2026", note: "Optional; the same in all rows of an order." }),
  status: textColumn({
    heading: "Status",
    example: "Open",
    note: "Open where it is empty. Closed and Cancelled orders can not be acknowledged.",
    options: ["Open", "Closed", "Cancelled"]
  }),
  deliveryLocation: textColumn({ heading: "Delivery Location", example: "Pune DC", note: "Optional.", width: 28, most: 1e3 }),
  ean: digitsColumn({
    heading: "EAN Code",
    example: "8901030516320",
    note: "Of one of your items. EAN Code or Item Code has to be there.",
    problem: eanProblem,
    remark: eanRemark,
    most: 14
  }),
  itemCode: textColumn({ heading: "Item Code", example: "", note: "Your own code of the item.", most: 50 }),
  itemName: textColumn({ heading: "Item Name", example: "", note: "The item's where it is empty.", width: 36, most: 500 }),
  hsnCode: digitsColumn({ heading: "HSN Code", example: "", note: "The item's where it is empty.", problem: hsnProblem, most: 8 }),
  uom: textColumn({ heading: "UOM", example: "", note: "The item's where it is empty.", most: 20 }),
  quantity: required(decimalColumn({ heading: "Quantity", example: 100, note: "In the unit of purchase.", range: ORDERED })),
  caseQuantity: decimalColumn({ heading: "Case Quantity", example: 20, note: "Pieces in a carton. Optional.", range: ORDERED }),
  mrp: decimalColumn({ heading: "MRP", example: "", note: "The item's where it is empty.", range: MONEY }),
  price: required(
    decimalColumn({ heading: "Price", example: 420.5, note: "Of one unit in rupees, without tax. 0 for a free quantity.", range: PRICE })
  ),
  discountRate: decimalColumn({ heading: "Discount %", example: "", note: "Optional.", range: PERCENT, percent: true }),
  taxRate: decimalColumn({
    heading: "Tax Rate %",
    example: 5,
    note: "The whole GST rate; it is split by the two states.",
    range: PERCENT,
    percent: true
  })
};
var HEAD = ["orderedOn", "deliverBy", "status", "deliveryLocation"];
var STORED_AT_ONCE = 1e3;
function orderIntake(ctx, actor, fileName) {
  const buyer = buyerState(ctx.settings);
  return {
    columns: orderColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const orders2 = /* @__PURE__ */ new Map();
      const facts = noFacts();
      return {
        keep: (each) => each,
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          await learnFacts(
            tx,
            facts,
            rows.map(({ value }) => value)
          );
          const started = [];
          for (const { row, value } of rows) {
            const vendor2 = vendors.find(value.vendorCode, row, errors);
            const item2 = itemOf(value, facts);
            if (item2 !== null && "problem" in item2) errors.add(row, value.ean === null ? "Item Code" : "EAN Code", item2.problem);
            if (vendor2 === null) continue;
            const key = externalIdOf(vendor2.id, value.number);
            const known = orders2.get(key);
            const order = known ?? { row, head: value, vendor: vendor2, lines: [], total: new Decimal(0) };
            if (known === void 0) {
              orders2.set(key, order);
              started.push(order);
            }
            addLine(order, row, value, errors);
          }
          return countStarted(tx, started, errors);
        },
        async end(counts) {
          const all = [...orders2.values()].map(
            ({ head, vendor: vendor2, lines }) => orderFrom3(
              {
                ownerId: vendor2.id,
                number: head.number,
                orderedOn: head.orderedOn,
                deliverBy: head.deliverBy,
                status: statusOf(head.status),
                deliveryLocation: head.deliveryLocation,
                lines
              },
              facts,
              orderInterState(vendor2.state, buyer)
            )
          );
          counts.created = 0;
          counts.updated = 0;
          for (let start = 0; start < all.length; start += STORED_AT_ONCE) {
            const stored = await storeOrders(tx, EMBEDDED, all.slice(start, start + STORED_AT_ONCE), actor);
            const [refusal] = stored.refused.values();
            if (refusal !== void 0) throw conflict(refusal);
            counts.created += stored.created;
            counts.updated += stored.updated;
          }
          await recordSheet(tx, { actor, ownerId: null, action: "order.import", entity: "purchaseOrder" }, fileName, counts);
        }
      };
    }
  };
}
function statusOf(word) {
  return word === "Closed" || word === "Cancelled" ? word : "Open";
}
function addLine(order, row, value, errors) {
  for (const field2 of HEAD) {
    const [first, here] = [order.head[field2], value[field2]];
    if (first !== here) {
      const { heading: heading2 } = orderColumns[field2];
      errors.add(
        row,
        heading2,
        `${heading2} should be the same in all rows of ${value.number}: in row ${order.row} it is ${first ?? "empty"}.`
      );
    }
  }
  if (order.lines.length >= LOADED_LINES_MAX) {
    errors.add(row, "PO Number", `${value.number} has more than ${LOADED_LINES_MAX} lines. Please split it.`);
    return;
  }
  const line2 = value;
  order.lines.push(line2);
  const [figures2] = figuresOf([line2], false);
  order.total = order.total.plus(figures2?.total ?? 0);
  if (order.total.gt(MONEY_MAX)) errors.add(row, "Price", `The order's value is more than ${MONEY_MAX.toFixed()}.`);
}
async function countStarted(db, orders2, errors) {
  if (orders2.length === 0) return { created: 0, updated: 0 };
  const found = await db.rows(sql51`
    select owner_id::text as owner, number, source, external_id as id from purchase_orders where (owner_id, number) in (
      select * from unnest(${orders2.map(({ vendor: vendor2 }) => vendor2.id)}::bigint[], ${orders2.map(({ head }) => head.number)}::text[]))`);
  const known = new Map(found.map((each) => [externalIdOf(each.owner, each.number), each]));
  let updated = 0;
  for (const { vendor: vendor2, head, row } of orders2) {
    const key = externalIdOf(vendor2.id, head.number);
    const there = known.get(key);
    if (there === void 0) continue;
    updated += 1;
    const another = there.source !== EMBEDDED || there.id !== key;
    if (another) errors.add(row, "PO Number", `Order ${head.number} of this vendor came from ${there.source}: it is changed there.`);
  }
  return { created: orders2.length - updated, updated };
}
function exportOrders(ctx, actor, userID) {
  const rows = streamRows(
    ctx.reports,
    sql51`
    select users.vendor_code::text as "vendorCode", purchase_orders.number, ordered_on as "orderedOn", deliver_by as "deliverBy", status,
      delivery_location as "deliveryLocation", line.ean, line.item_code as "itemCode", line.item_name as "itemName", line.hsn_code as "hsnCode",
      line.uom, trim_scale(line.quantity) as quantity, trim_scale(line.case_quantity) as "caseQuantity", line.mrp,
      trim_scale(line.unit_price) as price, nullif(trim_scale(line.discount_rate), 0) as "discountRate",
      trim_scale(line.cgst_rate + line.sgst_rate + line.igst_rate) as "taxRate"
    from purchase_orders
    join users on users.id = purchase_orders.owner_id
    join purchase_order_lines line on line.order_id = purchase_orders.id
    where purchase_orders.source = ${EMBEDDED} and ${ownedBy(sql51`purchase_orders.owner_id`, actor, userID) ?? sql51`true`}
    order by purchase_orders.id, line.line`
  );
  return downloadSheet("purchase-orders.xlsx", orderColumns, rows, { sheet: "Purchase orders", reader: actor });
}

// contract/src/invoices.ts
import * as z19 from "zod";
var messages9 = {
  created: "Invoice added successfully",
  updated: "Invoice updated successfully",
  deleted: "Invoice deleted successfully",
  /** Of a number that the vendor uses already (409), and of any other failure of a create. */
  createFailed: "Invoice number should not be same or Something went wrong",
  invoiceNumber: "Invoice number is required. It should be number.",
  invoiceValue: "Invoice value is required. It should be number.",
  belowPaid: (paid) => `The invoice value can not be less than what is paid: ${paid}.`,
  hasPayments: "This invoice has payments and can not be deleted."
};
var DIGITS2 = /^\d{1,64}$/;
var AMOUNT = { ...MONEY, least: 0.01 };
var invoiceForm = z19.object({
  PONumber: optionalPattern(DIGITS2, "Invalid PO Number. It should be number."),
  PODate: optionalDate,
  invoiceNumber: patternText(DIGITS2, { invalid: messages9.invoiceNumber }),
  /** Today, in India, where it is left empty. */
  invoiceDate: optionalDate,
  invoiceValue: requiredNumber(AMOUNT, { required: messages9.invoiceValue, invalid: messages9.invoiceValue }),
  CGSTValue: optionalNumber(MONEY, { invalid: "Invalid CGST. It should be number." }),
  SGSTValue: optionalNumber(MONEY, { invalid: "Invalid SGST. It should be number." }),
  IGSTValue: optionalNumber(MONEY, { invalid: "Invalid IGST. It should be number." })
});
var invoice = z19.object({
  _id: z19.string(),
  userID: z19.string(),
  PONumber: z19.string().nullable(),
  PODate: z19.string().nullable(),
  invoiceNumber: z19.string(),
  invoiceDate: z19.string(),
  /** With the taxes, as the invoice asks for it. */
  invoiceValue: z19.number(),
  CGSTValue: z19.number().nullable(),
  SGSTValue: z19.number().nullable(),
  IGSTValue: z19.number().nullable(),
  /** The sum of the payments so far. */
  paymentReceived: z19.number(),
  createdAt: z19.string(),
  updatedAt: z19.string()
});
var invoiceFilters = {
  startDate: dateFilter,
  endDate: dateFilter,
  /** Matches numbers that start with it. */
  invoiceNumber: textFilter,
  userID: ownerChoice
};
var invoiceQuery = listQuery(invoiceFilters, [
  "PONumber",
  "PODate",
  "invoiceNumber",
  "invoiceDate",
  "invoiceValue",
  "CGSTValue",
  "SGSTValue",
  "IGSTValue",
  "paymentReceived",
  "createdAt"
]);
var saved = { 200: z19.object({ message: z19.string(), data: invoice }) };
var invoices = {
  list: operation({
    id: "invoice.list",
    summary: "Invoices, newest first",
    method: "GET",
    path: "/api/invoice/get",
    access: "active",
    query: invoiceQuery,
    replies: { 200: z19.array(invoice), 201: z19.array(invoice) }
  }),
  get: operation({
    id: "invoice.get",
    summary: "One invoice, as an array of one",
    method: "GET",
    path: "/api/invoice/get/{id}",
    access: "active",
    params: idParams,
    replies: { 200: z19.array(invoice) }
  }),
  create: operation({
    id: "invoice.create",
    summary: "Add an invoice; 409 on a number that the vendor uses already",
    method: "POST",
    path: "/api/invoice/create",
    access: "active",
    body: invoiceForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: saved
  }),
  edit: operation({
    id: "invoice.edit",
    summary: "Change an invoice; 409 when stale, on a number in use, or where the value would be less than what is paid",
    method: "PUT",
    path: "/api/invoice/edit/{id}",
    access: "active",
    params: idParams,
    body: changesOf(invoiceForm),
    replies: saved
  }),
  remove: operation({
    id: "invoice.delete",
    summary: "Delete an invoice; 409 when it has payments",
    method: "DELETE",
    path: "/api/invoice/delete/{id}",
    access: "active",
    params: idParams,
    replies: { 200: message }
  }),
  ...sheetCalls({ id: "invoice", rows: "invoices", path: "/api/invoice", filters: invoiceQuery })
};

// server/src/buyer-system/paymentSheet.ts
import sql52 from "sql-template-tag";
var paymentColumns = {
  vendorCode: vendorColumn,
  reference: required(
    textColumn({
      heading: "Payment Reference",
      example: "UTR 402611210001",
      note: "Of the transfer or cheque. With the invoice number it says which payment it is: uploaded again it is changed.",
      width: 24,
      most: 100
    })
  ),
  paidOn: required(dateColumn({ heading: "Payment Date", example: "21-11-2026", note: "A date, or text as DD-MM-YYYY." })),
  mode: textColumn({
    heading: "Payment Mode",
    example: "online",
    note: "Online where it is empty.",
    options: ["online", "cheque"]
  }),
  amount: required(
    decimalColumn({ heading: "Amount", example: 118, note: "In rupees, at most what is outstanding of the invoice.", range: AMOUNT })
  ),
  invoiceNumber: digitsColumn({
    heading: "Invoice Number",
    example: "0001042",
    note: "The vendor's, as text. Left empty, the payment is on account.",
    most: 64
  }),
  remarks: textColumn({ heading: "Remarks", example: "", note: "Optional.", width: 36, most: 1e3 })
};
function paymentIntake(_ctx, actor, fileName) {
  return {
    columns: paymentColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      return {
        keep(each, errors) {
          const { vendorCode, reference: reference2, invoiceNumber } = each.value;
          const first = firstRow(JSON.stringify([Number(vendorCode), reference2, invoiceNumber]), each.row);
          if (first === null) return each;
          errors.add(each.row, "Payment Reference", `${reference2} on ${invoiceNumber ?? "account"} stands in row ${first} already.`);
          return null;
        },
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const rowOf = /* @__PURE__ */ new Map();
          const payments2 = rows.flatMap(({ row, value }) => {
            const vendor2 = vendors.find(value.vendorCode, row, errors);
            if (vendor2 === null) return [];
            const externalId = `${vendor2.id}/${value.reference}/${value.invoiceNumber ?? ""}`;
            rowOf.set(externalId, row);
            const content = {
              paidOn: value.paidOn,
              mode: value.mode ?? "online",
              amount: value.amount.toFixed(2),
              remarks: value.remarks,
              invoiceNumber: value.invoiceNumber
            };
            return [
              {
                ...content,
                externalId,
                ownerId: vendor2.id,
                supplier: "",
                version: versionOf3(content),
                raw: { reference: value.reference }
              }
            ];
          });
          const { created, updated, refused } = await storePayments(tx, EMBEDDED, payments2, actor);
          for (const [id, problem2] of refused) {
            const said = problem2.replace(`Payment ${id} of `, "This payment of ");
            errors.add(
              rowOf.get(id) ?? 0,
              said.includes("outstanding") ? "Amount" : "Invoice Number",
              said.endsWith(".") ? said : `${said}.`
            );
          }
          return { created, updated };
        },
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: "payment.import", entity: "payment" }, fileName, counts)
      };
    }
  };
}
function exportLoadedPayments(ctx, actor, userID) {
  const rows = streamRows(
    ctx.reports,
    sql52`
    select users.vendor_code::text as "vendorCode", payments.raw ->> 'reference' as reference, paid_on as "paidOn", mode, amount,
      invoices.number as "invoiceNumber", payments.remarks
    from payments join users on users.id = payments.owner_id left join invoices on invoices.id = payments.invoice_id
    where payments.source = ${EMBEDDED} and ${ownedBy(sql52`payments.owner_id`, actor, userID) ?? sql52`true`} order by payments.id`
  );
  return downloadSheet("payments.xlsx", paymentColumns, rows, { sheet: "Payments", reader: actor });
}

// server/src/buyer-system/receipts.ts
import sql54 from "sql-template-tag";

// server/src/buyer-system/receiptSheet.ts
import sql53 from "sql-template-tag";
var receiptColumns = {
  vendorCode: vendorColumn,
  poNumber: required(textColumn({ heading: "PO Number", example: "PO/2026-27/0042", note: "Of an order that is stored.", most: 100 })),
  ean: digitsColumn({ heading: "EAN Code", example: "8901030516320", note: "EAN Code or Item Code has to be there.", most: 14 }),
  itemCode: textColumn({ heading: "Item Code", example: "", note: "Your own code of the item.", most: 50 }),
  receiptNumber: required(
    textColumn({
      heading: "Receipt Number",
      example: "GRN-0042",
      note: "With order and item it says which receipt it is: uploaded again it is changed.",
      most: 100
    })
  ),
  receivedOn: required(dateColumn({ heading: "Receipt Date", example: "18-11-2026", note: "A date, or text as DD-MM-YYYY." })),
  quantity: required(decimalColumn({ heading: "Quantity", example: 60, note: "What arrived; 0 takes a receipt back.", range: QUANTITY }))
};
function receiptIntake(_ctx, actor, fileName) {
  return {
    columns: receiptColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      const orders2 = /* @__PURE__ */ new Map();
      const touched = /* @__PURE__ */ new Set();
      return {
        keep: (each) => each,
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const found = rows.flatMap(({ row, value }) => {
            const vendor2 = vendors.find(value.vendorCode, row, errors);
            return vendor2 === null ? [] : [{ row, value, vendor: vendor2 }];
          });
          await learnOrders(tx, orders2, found);
          const ready = found.flatMap(({ row, value, vendor: vendor2 }) => {
            const lines = linesOf2(value, orders2.get(externalIdOf(vendor2.id, value.poNumber)) ?? [], row, errors);
            const [line2] = lines;
            if (line2 === void 0) return [];
            const externalId = receiptId(line2, value);
            const first = firstRow(externalId, row);
            if (first === null) return [{ value, lines, externalId }];
            errors.add(row, "Receipt Number", `${value.receiptNumber} with this item stands in row ${first} already.`);
            return [];
          });
          const known = await knownReceipts(tx, ready);
          const stored = ready.flatMap(({ value, lines, externalId }) => {
            const before = known.get(externalId);
            const line2 = lines.find((each) => each.line === before?.line) ?? lines.find((each) => each.arrived.lt(each.quantity)) ?? lines[lines.length - 1];
            if (line2 === void 0) return [];
            line2.arrived = line2.arrived.plus(value.quantity).minus(before?.line === line2.line ? before.quantity : 0);
            touched.add(line2.orderId);
            const { receiptNumber: number18, receivedOn, quantity: quantity3 } = value;
            const { orderId, ownerId } = line2;
            return [{ externalId, orderId, ownerId, line: line2.line, number: number18, receivedOn, quantity: quantity3.toFixed() }];
          });
          return storeReceipts(tx, stored);
        },
        async end(counts) {
          await countReceipts(tx, [...touched]);
          await recordSheet(tx, { actor, ownerId: null, action: "receipt.import", entity: "receipt" }, fileName, counts);
        }
      };
    }
  };
}
function receiptId({ orderId, itemCode }, { receiptNumber }) {
  return JSON.stringify([orderId, receiptNumber, itemCode]);
}
async function learnOrders(db, orders2, rows) {
  const open3 = /* @__PURE__ */ new Map();
  for (const { value, vendor: vendor2 } of rows) {
    const key = externalIdOf(vendor2.id, value.poNumber);
    if (!orders2.has(key)) open3.set(key, { owner: vendor2.id, number: value.poNumber });
  }
  if (open3.size === 0) return;
  for (const key of open3.keys()) orders2.set(key, []);
  const named = [...open3.values()];
  const asked = sql53`(owner_id, number) in (
    select * from unnest(${named.map(({ owner }) => owner)}::bigint[], ${named.map(({ number: number18 }) => number18)}::text[]))`;
  await db.execute(sql53`select from purchase_orders where ${asked} order by id for no key update`);
  const lines = await db.rows(sql53`
    select purchase_orders.id::text as "orderId", owner_id::text as "ownerId", number, source, line.line, line.ean, line.item_code as "itemCode",
      line.quantity, coalesce((select sum(goods_receipts.quantity) from goods_receipts
        where goods_receipts.order_id = purchase_orders.id and goods_receipts.line = line.line), 0) as received
    from purchase_orders join purchase_order_lines line on line.order_id = purchase_orders.id
    where ${asked} order by purchase_orders.id, line.line`);
  for (const { received, ...line2 } of lines) {
    orders2.get(externalIdOf(line2.ownerId, line2.number))?.push({ ...line2, arrived: new Decimal(received) });
  }
}
function linesOf2(value, lines, row, errors) {
  const { poNumber: poNumber2, ean: ean3, itemCode } = value;
  const [any] = lines;
  if (any === void 0) {
    errors.add(row, "PO Number", `This vendor has no order ${poNumber2}.`);
    return [];
  }
  if (any.source !== EMBEDDED) {
    errors.add(row, "PO Number", `Order ${poNumber2} came from ${any.source}, which says itself what arrived.`);
    return [];
  }
  const found = lines.filter(
    (line2) => itemCode === null ? line2.ean === ean3 : line2.itemCode === itemCode && (ean3 === null || line2.ean === ean3)
  );
  if (ean3 === null && itemCode === null) errors.add(row, "EAN Code", "EAN Code or Item Code is required.");
  else if (found.length === 0) errors.add(row, itemCode === null ? "EAN Code" : "Item Code", `Order ${poNumber2} has no such item.`);
  else if (new Set(found.map((line2) => line2.itemCode)).size > 1)
    errors.add(row, "EAN Code", `Order ${poNumber2} has several items with the EAN ${ean3}: give the Item Code too.`);
  else return found;
  return [];
}
async function knownReceipts(db, rows) {
  const known = await db.rows(sql53`
    select external_id as id, line, quantity from goods_receipts
    where source = ${EMBEDDED} and external_id = any(${rows.map(({ externalId }) => externalId)}::text[])`);
  return new Map(known.map((each) => [each.id, each]));
}
async function storeReceipts(db, receipts) {
  if (receipts.length === 0) return { created: 0, updated: 0 };
  const row = await db.first(sql53`
    with stored as (
      insert into goods_receipts (source, external_id, owner_id, order_id, line, number, received_on, quantity)
      select ${EMBEDDED}, "externalId", "ownerId", "orderId", line, number, "receivedOn", quantity
      from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as handed(
        "externalId" text, "ownerId" bigint, "orderId" bigint, line int, number text, "receivedOn" date, quantity numeric)
      on conflict (source, external_id) do update set line = excluded.line, received_on = excluded.received_on, quantity = excluded.quantity
      where (goods_receipts.line, goods_receipts.received_on, goods_receipts.quantity)
        is distinct from (excluded.line, excluded.received_on, excluded.quantity)
      returning xmax = 0 as is_new
    )
    select count(*) filter (where is_new)::int as created, count(*) filter (where not is_new)::int as updated from stored`);
  return { created: row?.created ?? 0, updated: row?.updated ?? 0 };
}

// server/src/buyer-system/receipts.ts
var list5 = {
  select: sql54`
    goods_receipts.id::text as _id, users.vendor_code as "vendorCode", users.vendor_name as "vendorName", purchase_orders.number as "poNumber",
    line.item_name as "itemName", line.ean as "EANCode", line.item_code as "itemCode", goods_receipts.number as "receiptNumber",
    goods_receipts.received_on as "receivedOn", goods_receipts.quantity`,
  from: sql54`goods_receipts`,
  join: sql54`
    join purchase_orders on purchase_orders.id = goods_receipts.order_id
    join users on users.id = goods_receipts.owner_id
    left join purchase_order_lines line on line.order_id = goods_receipts.order_id and line.line = goods_receipts.line`,
  key: sql54`goods_receipts.id`,
  owner: sql54`goods_receipts.owner_id`,
  sorts: {
    receivedOn: sql54`goods_receipts.received_on`,
    quantity: sql54`goods_receipts.quantity`,
    poNumber: sql54`(select number from purchase_orders where id = goods_receipts.order_id)`
  }
};
function listOf4(actor, query2) {
  const named = contains(sql54`lower(number)`, query2.poNumber);
  return {
    scope: [ownedBy(sql54`goods_receipts.owner_id`, actor, query2.userID)],
    where: [named === null ? null : sql54`goods_receipts.order_id in (select id from purchase_orders where ${named})`],
    kept: { list: "receipts", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...list5
  };
}
async function listReceipts(ctx, actor, query2) {
  return listRows(ctx.db, listOf4(actor, query2));
}
function exportReceipts(ctx, actor, query2) {
  const columns9 = sql54`
    users.vendor_code::text as "vendorCode", purchase_orders.number as "poNumber", line.ean, line.item_code as "itemCode",
    goods_receipts.number as "receiptNumber", goods_receipts.received_on as "receivedOn", trim_scale(goods_receipts.quantity) as quantity`;
  const rows = streamRows(ctx.reports, allRows({ ...listOf4(actor, query2), select: columns9 }));
  return downloadSheet("goods-receipts.xlsx", receiptColumns, rows, { sheet: "Goods receipts", reader: actor });
}

// server/src/buyer-system/returnSheet.ts
import sql55 from "sql-template-tag";
var returnColumns = {
  vendorCode: vendorColumn,
  returnNumber: required(
    textColumn({
      heading: "Return Number",
      example: "RTN-0007",
      note: "With the item it says which return it is: uploaded again it is changed.",
      most: 100
    })
  ),
  poNumber: textColumn({ heading: "PO Number", example: "PO/2026-27/0042", note: "Optional.", most: 100 }),
  poDate: dateColumn({ heading: "PO Date", example: "01-11-2026", note: "Optional." }),
  invoiceNumber: textColumn({ heading: "Invoice Number", example: "0001042", note: "The vendor's. Optional.", most: 64 }),
  invoiceDate: dateColumn({ heading: "Invoice Date", example: "10-11-2026", note: "Optional." }),
  itemName: required(
    textColumn({ heading: "Product Name", example: "Basmati Rice 5 kg", note: "What is sent back.", width: 36, most: 500 })
  ),
  receivedQuantity: required(decimalColumn({ heading: "Quantity Purchased", example: 100, note: "What arrived.", range: QUANTITY })),
  returnedQuantity: required(decimalColumn({ heading: "Quantity Returned", example: 4, note: "What goes back, above 0.", range: ORDERED })),
  remarks: textColumn({ heading: "Remarks", example: "Torn bags", note: "Optional.", width: 36, most: 1e3 })
};
function returnIntake(_ctx, actor, fileName) {
  return {
    columns: returnColumns,
    open(tx) {
      const vendors = vendorFinder(tx);
      const firstRow = firstRows();
      return {
        keep(each, errors, remarks3) {
          const { vendorCode, returnNumber, itemName, receivedQuantity, returnedQuantity } = each.value;
          const first = firstRow(JSON.stringify([Number(vendorCode), returnNumber, itemName]), each.row);
          if (first !== null) errors.add(each.row, "Return Number", `${returnNumber} with this product stands in row ${first} already.`);
          if (returnedQuantity.gt(receivedQuantity)) remarks3.add(each.row, "Quantity Returned", "More goes back than arrived.");
          return first === null ? each : null;
        },
        async store(rows, { errors }) {
          await vendors.learn(rows.map(({ value }) => value.vendorCode));
          const returns2 = rows.flatMap(({ row, value }) => {
            const vendor2 = vendors.find(value.vendorCode, row, errors);
            if (vendor2 === null) return [];
            const { vendorCode: _, returnNumber, receivedQuantity, returnedQuantity, ...rest } = value;
            const content = { ...rest, receivedQuantity: receivedQuantity.toFixed(), returnedQuantity: returnedQuantity.toFixed() };
            const externalId = `${vendor2.id}/${returnNumber}/${versionOf3(value.itemName)}`;
            return [{ ...content, externalId, ownerId: vendor2.id, supplier: "", version: versionOf3(content), raw: { returnNumber } }];
          });
          const { created, updated } = await storeReturns(tx, EMBEDDED, returns2);
          return { created, updated };
        },
        end: (counts) => recordSheet(tx, { actor, ownerId: null, action: "purchaseReturn.import", entity: "purchaseReturn" }, fileName, counts)
      };
    }
  };
}
function exportLoadedReturns(ctx, actor, userID) {
  const rows = streamRows(
    ctx.reports,
    sql55`
    select users.vendor_code::text as "vendorCode", raw ->> 'returnNumber' as "returnNumber", po_number as "poNumber", po_date as "poDate",
      invoice_number as "invoiceNumber", invoice_date as "invoiceDate", item_name as "itemName",
      trim_scale(received_quantity) as "receivedQuantity", trim_scale(returned_quantity) as "returnedQuantity", remarks
    from purchase_returns join users on users.id = purchase_returns.owner_id
    where source = ${EMBEDDED} and ${ownedBy(sql55`owner_id`, actor, userID) ?? sql55`true`} order by purchase_returns.id`
  );
  return downloadSheet("purchase-returns.xlsx", returnColumns, rows, { sheet: "Purchase returns", reader: actor });
}

// server/src/buyer-system/typeOrders.ts
import sql56 from "sql-template-tag";
var SAME_NUMBER = "This vendor has an order with this number already.";
async function typeOrder(ctx, actor, body) {
  return ctx.db.transaction(async (tx) => {
    await lockOrders(tx, EMBEDDED);
    const taken = await tx.first(sql56`
      select from purchase_orders where owner_id = ${idOf3(body.userID)} and number = ${body.poNumber}`);
    const order = await built(ctx, tx, idOf3(body.userID), body);
    if (taken !== void 0) throw invalid({ poNumber: SAME_NUMBER });
    const id = await store(tx, order, actor);
    return ownOrder(tx, actor, id);
  });
}
async function editOrder(ctx, actor, id, body) {
  return ctx.db.transaction(async (tx) => {
    await lockOrders(tx, EMBEDDED);
    const before = await openOrder(tx, actor, id);
    refuseStale(before, body.updatedAt);
    if (body.poNumber !== before.poNumber) {
      const taken = await tx.first(sql56`
        select from purchase_orders where owner_id = ${before.userID} and number = ${body.poNumber} and id <> ${before._id}`);
      if (taken !== void 0) throw invalid({ poNumber: SAME_NUMBER });
      await tx.execute(sql56`
        update purchase_orders set external_id = ${externalIdOf(before.userID, body.poNumber)}, number = ${body.poNumber} where id = ${before._id}`);
    }
    await store(tx, await built(ctx, tx, before.userID, body), actor);
    return ownOrder(tx, actor, before._id);
  });
}
async function cancelOrder(ctx, actor, id) {
  return ctx.db.transaction(async (tx) => {
    const before = await openOrder(tx, actor, id);
    await tx.execute(sql56`
      update purchase_orders set status = 'Cancelled', version = ${versionOf3(["cancelled", before.updatedAt])}, updated_at = clock_timestamp()
      where id = ${before._id}`);
    await recordAudit(tx, {
      actor,
      ownerId: before.userID,
      action: "order.cancel",
      entity: "purchaseOrder",
      entityId: before._id,
      before: { status: before.status },
      after: { status: "Cancelled" }
    });
    return ownOrder(tx, actor, before._id);
  });
}
async function openOrder(tx, actor, id) {
  const held = await tx.first(sql56`select source from purchase_orders where id = ${idOf3(id)} for no key update`);
  if (held === void 0) throw notFound();
  const order = await ownOrder(tx, actor, id);
  if (held.source !== EMBEDDED) throw conflict(`This order comes from ${held.source}: it is changed there.`);
  if (order.status === "Closed" || order.status === "Cancelled")
    throw conflict(`A ${order.status.toLowerCase()} order can not be changed.`);
  return order;
}
async function built(ctx, tx, ownerId, body) {
  const vendor2 = await tx.first(sql56`
    select gstin, state from users where id = ${ownerId} and not is_admin`);
  if (vendor2 === void 0) throw invalid({ userID: "There is no such vendor." });
  const lines = body.lines.map(givenLine);
  const facts = noFacts();
  await learnFacts(tx, facts, lines);
  for (const [index, line2] of lines.entries()) {
    const item2 = itemOf(line2, facts);
    if (item2 !== null && "problem" in item2) throw invalid({ lines: `Line ${index + 1}: ${item2.problem}` });
  }
  const interState = orderInterState(stateCodeOf(vendor2.gstin, vendor2.state), buyerState(ctx.settings));
  const { poNumber: number18, poDate: orderedOn, deliverBy, deliveryLocation } = body;
  return orderFrom3({ ownerId, number: number18, orderedOn, deliverBy, deliveryLocation, status: "Open", lines }, facts, interState);
}
function givenLine({ EANCode: ean3, MRP: mrp2, ...rest }) {
  return { ...rest, ean: ean3, mrp: mrp2 };
}
async function store(tx, order, actor) {
  const { refused } = await storeOrders(tx, EMBEDDED, [order], actor);
  if (refused.size > 0) throw invalid({ lines: `The order's value is more than ${MONEY_MAX.toFixed()}.` });
  const stored = await tx.first(sql56`
    select id::text from purchase_orders where source = ${EMBEDDED} and external_id = ${order.externalId}`);
  if (stored === void 0) throw new Error("an order that was stored is there");
  return stored.id;
}

// server/src/buyer-system/routes.ts
function buyerDataRoutes(app, context) {
  serve(app, context, buyerData.items, async ({ ctx, query: query2 }) => listReply(await listItems(ctx, query2)));
  serve(app, context, buyerData.importItems, async ({ ctx, actor, query: query2, files: files2, signal }) => {
    const done = await importItems(ctx, actor, files2.get("file"), { dryRun: query2.dryRun === "true", signal });
    return "errors" in done ? no(done) : ok(done);
  });
  serve(
    app,
    context,
    buyerData.itemTemplate,
    async () => ok(new Workbook("sampleItemSheet.xlsx", await templateOf(itemColumns, { sheet: "Items" })))
  );
  serve(app, context, buyerData.exportItems, async ({ ctx, actor, query: query2 }) => ok(await exportItems(ctx, actor, query2)));
  serve(app, context, buyerData.markItems, async ({ ctx, actor, files: files2, signal }) => {
    const marked = await markItems(ctx, actor, files2.get("file"), signal);
    return Buffer.isBuffer(marked) ? ok(handOut("faults.xlsx", marked)) : no(marked);
  });
  const sheet = sheetServer(app, context);
  sheet(buyerOrders, { fileName: "sampleOrderSheet.xlsx", sheet: "Purchase orders", columns: orderColumns, intake: orderIntake });
  sheet(buyerReceipts, { fileName: "sampleReceiptSheet.xlsx", sheet: "Goods receipts", columns: receiptColumns, intake: receiptIntake });
  sheet(buyerReturns, { fileName: "sampleReturnSheet.xlsx", sheet: "Purchase returns", columns: returnColumns, intake: returnIntake });
  sheet(buyerPayments, { fileName: "samplePaymentSheet.xlsx", sheet: "Payments", columns: paymentColumns, intake: paymentIntake });
  serve(app, context, buyerOrders.export, async ({ ctx, actor, query: query2 }) => ok(await exportOrders(ctx, actor, query2.userID)));
  serve(app, context, buyerReceipts.list, async ({ ctx, actor, query: query2 }) => listReply(await listReceipts(ctx, actor, query2)));
  serve(app, context, buyerReceipts.export, async ({ ctx, actor, query: query2 }) => ok(await exportReceipts(ctx, actor, query2)));
  serve(app, context, buyerReturns.export, async ({ ctx, actor, query: query2 }) => ok(await exportLoadedReturns(ctx, actor, query2.userID)));
  serve(app, context, buyerPayments.export, async ({ ctx, actor, query: query2 }) => ok(await exportLoadedPayments(ctx, actor, query2.userID)));
  serve(app, context, buyerOrders.get, async ({ ctx, actor, params }) => ok([await ownOrder(ctx.db, actor, params.id)]));
  serve(
    app,
    context,
    buyerOrders.create,
    async ({ ctx, actor, body }) => ok({ message: messages3.created, data: await typeOrder(ctx, actor, body) })
  );
  serve(
    app,
    context,
    buyerOrders.edit,
    async ({ ctx, actor, params, body }) => ok({ message: messages3.updated, data: await editOrder(ctx, actor, params.id, body) })
  );
  serve(
    app,
    context,
    buyerOrders.cancel,
    async ({ ctx, actor, params }) => ok({ message: messages3.cancelled, data: await cancelOrder(ctx, actor, params.id) })
  );
  serve(app, context, buyerConnection.status, async ({ ctx }) => ok(await connectionOf(ctx)));
  serve(app, context, buyerConnection.faults, async ({ ctx, query: query2 }) => listReply(await listFaults(ctx, query2)));
  serve(app, context, buyerConnection.pull, async ({ ctx, actor, body }) => ok(await pullNow(ctx, actor, body.fromStart ?? false)));
}
function sheetServer(app, context) {
  return (calls, sheet) => {
    serve(
      app,
      context,
      calls.template,
      async () => ok(new Workbook(sheet.fileName, await templateOf(sheet.columns, { sheet: sheet.sheet })))
    );
    serve(app, context, calls.upload, async ({ ctx, actor, query: query2, files: files2, signal }) => {
      const file = files2.get("file");
      const intake = sheet.intake(ctx, actor, file?.name ?? "");
      const taken = await takeSheet(ctx.db, file, intake, { dryRun: query2.dryRun === "true", csvAllowed: true, who: actor.id, signal });
      return "errors" in taken ? no(taken) : ok(taken);
    });
    serve(app, context, calls.mark, async ({ ctx, actor, files: files2, signal }) => {
      const file = files2.get("file");
      const intake = sheet.intake(ctx, actor, file?.name ?? "");
      const marked = await markSheet(ctx.db, file, intake, { csvAllowed: true, who: actor.id, signal });
      return Buffer.isBuffer(marked) ? ok(handOut("faults.xlsx", marked)) : no(marked);
    });
  };
}

// contract/src/dispatchNotes.ts
import * as z20 from "zod";
var messages10 = {
  created: "Dispatch Note added Successfully",
  updated: "Dispatch Note updated Successfully",
  deleted: "Dispatch Note deleted Successfully",
  createFailed: "Something went Wrong",
  /** Of a number that the vendor uses already (409). */
  numberInUse: "Something went Wrong. This DC Number is in use already.",
  DCNumber: "DC Number is required.",
  PONumber: "Invalid PO Number. It should be number."
};
var DISPATCH_PAGE_SIZE = 10;
var LOCATION_MAX = 500;
var ORDER_NUMBER = /^[^\p{Cc}]{1,100}$/u;
function isPlainNumber(text3) {
  return /^\d{1,64}$/.test(text3);
}
var dispatchNoteForm = z20.object({
  // Challans are numbered with letters and slashes.
  DCNumber: requiredText(messages10.DCNumber, 100),
  /** Today, in India, where it is left empty. */
  challanDate: optionalDate,
  PONumber: optionalPattern(ORDER_NUMBER, messages10.PONumber),
  PODate: optionalDate,
  NumberOfCarton: optionalNumber(WHOLE, { invalid: "Invalid carton number. It should be number." }),
  TransporterDetails: optionalText(LOCATION_MAX),
  DriverName: optionalText(),
  DriverContact: optionalPattern(MOBILE.pattern, "Invalid Mobile number. Add valid number."),
  VehicleNumber: optionalText(30),
  // How many digits it should have is a remark of the form.
  eWayBillNumber: optionalPattern(/^\d{1,64}$/, "Invalid e-way bill number. It should be number."),
  totalNoOfPackages: optionalNumber(WHOLE, { invalid: "Invalid total number of packages. It should be number." }),
  netWeightInKgs: optionalNumber(QUANTITY, { invalid: "Invalid weight. It should be number." }),
  grossWeightInKgs: optionalNumber(QUANTITY, { invalid: "Invalid gross weight. It should be number." }),
  deliveryLocation: optionalText(LOCATION_MAX),
  buyerRepresentativeId: optionalText(100)
});
var absent3 = z20.string().nullable();
var amount = z20.number().nullable();
var dispatchNote = z20.object({
  _id: z20.string(),
  userID: z20.string(),
  DCNumber: z20.string(),
  challanDate: z20.string(),
  PONumber: absent3,
  PODate: absent3,
  NumberOfCarton: amount,
  TransporterDetails: absent3,
  DriverName: absent3,
  DriverContact: absent3,
  VehicleNumber: absent3,
  eWayBillNumber: absent3,
  totalNoOfPackages: amount,
  netWeightInKgs: amount,
  grossWeightInKgs: amount,
  deliveryLocation: absent3,
  buyerRepresentativeId: absent3,
  createdAt: z20.string(),
  updatedAt: z20.string()
});
var query = listQuery(
  {
    startDate: dateFilter,
    endDate: dateFilter,
    /** Matches anywhere, any case. */
    DCNumber: textFilter,
    userID: ownerChoice
  },
  [
    "DCNumber",
    "challanDate",
    "PONumber",
    "PODate",
    "NumberOfCarton",
    "totalNoOfPackages",
    "netWeightInKgs",
    "grossWeightInKgs",
    "createdAt"
  ]
);
var saved2 = { 200: z20.object({ message: z20.string(), data: dispatchNote }) };
var dispatchNotes = {
  list: operation({
    id: "dispatchNote.list",
    summary: "Dispatch notes, newest first",
    method: "GET",
    path: "/api/desPatchNote/get",
    access: "active",
    query,
    replies: { 200: z20.array(dispatchNote), 201: z20.array(dispatchNote) }
  }),
  get: operation({
    id: "dispatchNote.get",
    summary: "One dispatch note, as an array of one",
    method: "GET",
    path: "/api/desPatchNote/get/{id}",
    access: "active",
    params: idParams,
    replies: { 200: z20.array(dispatchNote) }
  }),
  create: operation({
    id: "dispatchNote.create",
    summary: "Add a dispatch note; 409 on a DC number that the vendor uses already",
    method: "POST",
    path: "/api/desPatchNote/create",
    access: "active",
    body: dispatchNoteForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: saved2
  }),
  edit: operation({
    id: "dispatchNote.edit",
    summary: "Change a dispatch note; what is absent stays; 409 when stale or on a DC number in use",
    method: "PUT",
    path: "/api/desPatchNote/edit/{id}",
    access: "active",
    params: idParams,
    body: changesOf(dispatchNoteForm),
    replies: saved2
  }),
  remove: operation({
    id: "dispatchNote.delete",
    summary: "Delete a dispatch note",
    method: "DELETE",
    path: "/api/desPatchNote/delete/{id}",
    access: "active",
    params: idParams,
    replies: { 200: message }
  }),
  export: operation({
    id: "dispatchNote.export",
    summary: "A workbook of all dispatch notes that the filters leave",
    method: "GET",
    path: "/api/desPatchNote/export",
    access: "active",
    query,
    replies: { 200: workbook }
  })
};

// server/src/dispatch-notes/dispatchNotes.ts
import sql57, { empty as empty6 } from "sql-template-tag";

// server/src/changes.ts
function changedForm(form, stored, sent) {
  const given3 = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== void 0));
  const parsed = form.safeParse({ ...stored, ...given3 });
  if (!parsed.success) throw invalidFields(parsed.error.issues);
  return parsed.data;
}

// server/src/dispatch-notes/dispatchNotes.ts
var wireColumns3 = sql57`
  dispatch_notes.id::text as _id, dispatch_notes.owner_id::text as "userID", dispatch_notes.number as "DCNumber",
  dispatch_notes.challan_date as "DateOfDeliverChallan", dispatch_notes.po_number as "PONumber", dispatch_notes.po_date as "PODate",
  dispatch_notes.cartons as "NumberOfCarton", dispatch_notes.transporter as "TransporterDetails",
  dispatch_notes.driver_name as "DriverName", dispatch_notes.driver_contact as "DriverContact",
  dispatch_notes.vehicle_number as "VehicleNumber", dispatch_notes.eway_bill_number as "eWayBillNumber",
  dispatch_notes.packages as "totalNoOfPackages", dispatch_notes.net_weight as "netWeightInKgs",
  dispatch_notes.gross_weight as "grossWeightInKgs", dispatch_notes.delivery_location as "deliveryLocation",
  dispatch_notes.buyer_representative_id as "buyerRepresentativeId", dispatch_notes.created_at as "createdAt",
  dispatch_notes.updated_at as "updatedAt"`;
var list6 = {
  select: wireColumns3,
  from: sql57`dispatch_notes`,
  key: sql57`dispatch_notes.id`,
  owner: sql57`dispatch_notes.owner_id`,
  sorts: {
    DCNumber: sql57`lower(dispatch_notes.number)`,
    challanDate: sql57`dispatch_notes.challan_date`,
    PONumber: { absentLast: sql57`dispatch_notes.po_number` },
    PODate: { absentLast: sql57`dispatch_notes.po_date` },
    NumberOfCarton: { absentLast: sql57`dispatch_notes.cartons` },
    totalNoOfPackages: { absentLast: sql57`dispatch_notes.packages` },
    netWeightInKgs: { absentLast: sql57`dispatch_notes.net_weight` },
    grossWeightInKgs: { absentLast: sql57`dispatch_notes.gross_weight` },
    // Their order is that of their entry.
    createdAt: sql57`dispatch_notes.id`
  },
  days: { first: sql57`min(dispatch_notes.challan_date)`, last: sql57`max(dispatch_notes.challan_date)` }
};
async function listDispatchNotes(ctx, actor, query2) {
  return listRows(ctx.db, listOf5(actor, query2));
}
function listOf5(actor, query2) {
  return {
    scope: [ownedBy(sql57`dispatch_notes.owner_id`, actor, query2.userID)],
    search: [contains(sql57`lower(dispatch_notes.number)`, query2.DCNumber, keptOf(actor, query2.userID))],
    during: betweenDates(sql57`dispatch_notes.challan_date`, query2.startDate, query2.endDate),
    kept: { list: "dispatch notes", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2, DISPATCH_PAGE_SIZE),
    ...list6
  };
}
async function getDispatchNote(ctx, actor, id) {
  return ownNote(ctx.db, actor, id);
}
async function ownNote(db, actor, id, lock = empty6) {
  const own = ownRows2(sql57`dispatch_notes.owner_id`, actor);
  const note = await findRow(db, list6, sql57`dispatch_notes.id = ${idOf3(id)} and ${own} ${lock}`);
  if (note === void 0) throw notFound();
  return note;
}
async function addDispatchNote(ctx, actor, body) {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    await checkOrderNumber(tx, owner, body.PONumber);
    const row = await tx.first(sql57`
      insert into dispatch_notes (owner_id, number, challan_date, po_number, po_date, cartons, transporter, driver_name, driver_contact,
        vehicle_number, eway_bill_number, packages, net_weight, gross_weight, delivery_location, buyer_representative_id)
      values (${owner}, ${valuesOf2(body, indianDay(ctx.clock()))})
      on conflict (owner_id, upper(number)) do nothing
      returning id::text`);
    if (row === void 0) throw numberInUse();
    const note = await ownNote(tx, actor, row.id);
    await recordAudit(tx, { ...entryOf(actor, note), action: "dispatchNote.create", after: { ...note } });
    return note;
  });
}
async function editDispatchNote(ctx, actor, id, body) {
  return ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, sql57`for update of dispatch_notes`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(dispatchNoteForm, before, sent);
    if (form.PONumber !== before.PONumber) await checkOrderNumber(tx, before.userID, form.PONumber);
    try {
      await tx.execute(sql57`
        update dispatch_notes set (number, challan_date, po_number, po_date, cartons, transporter, driver_name, driver_contact,
          vehicle_number, eway_bill_number, packages, net_weight, gross_weight, delivery_location, buyer_representative_id, updated_at)
        = (${valuesOf2(form, before.challanDate)}, clock_timestamp())
        where id = ${before._id}`);
    } catch (error) {
      throw error.constraint === "dispatch_notes_number" ? numberInUse() : error;
    }
    const after = await ownNote(tx, actor, id);
    await recordChange(tx, { ...entryOf(actor, before), action: "dispatchNote.edit" }, before, after);
    return after;
  });
}
async function removeDispatchNote(ctx, actor, id) {
  await ctx.db.transaction(async (tx) => {
    const before = await ownNote(tx, actor, id, sql57`for update of dispatch_notes`);
    await tx.execute(sql57`delete from dispatch_notes where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf(actor, before), action: "dispatchNote.delete", before: { ...before } });
  });
}
async function checkOrderNumber(db, owner, number18) {
  if (number18 === null || isPlainNumber(number18)) return;
  const order = await db.first(sql57`select id from purchase_orders where owner_id = ${owner} and number = ${number18}`);
  if (order === void 0) throw invalid({ PONumber: messages10.PONumber });
}
var numberInUse = () => new Refusal(409, messages10.createFailed, { errors: { DCNumber: messages10.numberInUse } });
function valuesOf2(form, otherwise) {
  return sql57`${form.DCNumber}::text, ${form.challanDate ?? otherwise}::date, ${form.PONumber}::text, ${form.PODate}::date,
    ${exact(form.NumberOfCarton)}::integer, ${form.TransporterDetails}::text, ${form.DriverName}::text, ${form.DriverContact}::text,
    ${form.VehicleNumber}::text, ${form.eWayBillNumber}::text, ${exact(form.totalNoOfPackages)}::integer,
    ${exact(form.netWeightInKgs)}::numeric, ${exact(form.grossWeightInKgs)}::numeric, ${form.deliveryLocation}::text,
    ${form.buyerRepresentativeId}::text`;
}
function exact(number18) {
  return number18?.toFixed() ?? null;
}
function entryOf(actor, note) {
  return { actor, ownerId: note.userID, entity: "dispatchNote", entityId: note._id };
}

// server/src/dispatch-notes/export.ts
import sql58 from "sql-template-tag";
var exported2 = {
  DCNumber: exportColumn("DC Number", { width: 20 }),
  challanDate: exportColumn("Date of Delivery Challan", { format: "date" }),
  PONumber: exportColumn("PO Number", { width: 20 }),
  PODate: exportColumn("PO Date", { format: "date" }),
  NumberOfCarton: exportColumn("Number of Cartons", { format: "number" }),
  TransporterDetails: exportColumn("Transporter", { width: 32 }),
  VehicleNumber: exportColumn("Vehicle Number"),
  eWayBillNumber: exportColumn("E-way Bill Number"),
  deliveryLocation: exportColumn("Delivery Location", { width: 32 }),
  DriverName: exportColumn("Driver Name", { width: 24 }),
  DriverContact: exportColumn("Driver Contact"),
  totalNoOfPackages: exportColumn("Total Number of Packages", { format: "number" }),
  netWeightInKgs: exportColumn("Net Weight (kg)", { format: "number" }),
  grossWeightInKgs: exportColumn("Gross Weight (kg)", { format: "number" }),
  buyerRepresentativeId: exportColumn("Buyer Representative ID", { width: 24 })
};
var exportedOfAll2 = { vendorCode: exportColumn("Vendor Code"), vendorName: exportColumn("Vendor Name", { width: 32 }), ...exported2 };
var columns6 = sql58`
  dispatch_notes.number as "DCNumber", dispatch_notes.challan_date as "challanDate", dispatch_notes.po_number as "PONumber",
  dispatch_notes.po_date as "PODate", dispatch_notes.cartons as "NumberOfCarton", dispatch_notes.transporter as "TransporterDetails",
  dispatch_notes.vehicle_number as "VehicleNumber", dispatch_notes.eway_bill_number as "eWayBillNumber",
  dispatch_notes.delivery_location as "deliveryLocation", dispatch_notes.driver_name as "DriverName",
  dispatch_notes.driver_contact as "DriverContact", dispatch_notes.packages as "totalNoOfPackages",
  dispatch_notes.net_weight as "netWeightInKgs", dispatch_notes.gross_weight as "grossWeightInKgs",
  dispatch_notes.buyer_representative_id as "buyerRepresentativeId", users.vendor_code as "vendorCode", users.vendor_name as "vendorName"`;
function exportDispatchNotes(ctx, actor, query2) {
  const rows = streamRows(
    ctx.reports,
    allRows({ ...listOf5(actor, query2), select: columns6, join: sql58`join users on users.id = dispatch_notes.owner_id` })
  );
  return downloadSheet("dispatch-notes.xlsx", actor.isAdmin ? exportedOfAll2 : exported2, rows, { sheet: "Dispatch Notes", reader: actor });
}

// server/src/dispatch-notes/routes.ts
function dispatchNoteRoutes(app, context) {
  serve(app, context, dispatchNotes.list, async ({ ctx, actor, query: query2 }) => listReply(await listDispatchNotes(ctx, actor, query2)));
  serve(app, context, dispatchNotes.get, async ({ ctx, actor, params }) => ok([await getDispatchNote(ctx, actor, params.id)]));
  serve(
    app,
    context,
    dispatchNotes.create,
    async ({ ctx, actor, body }) => ok({ message: messages10.created, data: await addDispatchNote(ctx, actor, body) })
  );
  serve(
    app,
    context,
    dispatchNotes.edit,
    async ({ ctx, actor, params, body }) => ok({ message: messages10.updated, data: await editDispatchNote(ctx, actor, params.id, body) })
  );
  serve(app, context, dispatchNotes.remove, async ({ ctx, actor, params }) => {
    await removeDispatchNote(ctx, actor, params.id);
    return ok({ message: messages10.deleted });
  });
  serve(app, context, dispatchNotes.export, async ({ ctx, actor, query: query2 }) => ok(await exportDispatchNotes(ctx, actor, query2)));
}

// server/src/files/routes.ts
function fileRoutes(app, ctx) {
  app.get("/api/files/:id", async (request, reply) => {
    const { expires, signature } = request.query;
    if (typeof expires !== "string" || typeof signature !== "string" || !ctx.files.verify(request.params.id, expires, signature))
      throw notFound();
    const file = await ctx.files.read(request.params.id);
    if (file === void 0) throw notFound();
    return reply.headers(fileHeaders(file)).send(file.content);
  });
}

// server/src/http/securityHeaders.ts
var PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'"
].join("; ");
var EVERY = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };
var API_POLICY = "default-src 'none'; frame-ancestors 'none'";
var API_HEADERS = { ...EVERY, "content-security-policy": API_POLICY };
function securityHeaders(app, settings) {
  const every = {
    ...EVERY,
    ...settings.publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}
  };
  const api = { ...every, "content-security-policy": API_POLICY };
  const page = {
    ...every,
    "content-security-policy": PAGE_POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "x-frame-options": "DENY"
  };
  app.addHook("onRequest", (request, reply, done) => {
    const path = request.routeOptions.url ?? request.url;
    const isPage = !/^\/api(\/|\?|$)/i.test(path) || path === "/api/docs";
    reply.headers(isPage ? page : api);
    done();
  });
}

// server/src/http/answerErrors.ts
var WORDS2 = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "The request is too large."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "The body should be application/json, or multipart/form-data for files."],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, "The body is empty."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "The body is not as long as announced."],
  // PostgreSQL's program_limit_exceeded: an index takes no row of more than 2,704 bytes, packed.
  "54000": [422, "A name or number in it is longer than can be sorted and searched. Please shorten it."]
};
var QUERY_CANCELED = "57014";
var NO_ROOM = /* @__PURE__ */ new Set(["53100", "58030", "ENOSPC", "EDQUOT", "EIO"]);
var WATCHED = /* @__PURE__ */ new Set([403, 429]);
function answerBadAddress(error, request, reply) {
  const isTooLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
  void reply.headers(API_HEADERS).header("cache-control", "no-store").header("x-request-id", request.id);
  void reply.code(isTooLong ? 404 : 400).send({ message: isTooLong ? "Not found." : "The address was not understood." });
}
function answerErrors(app) {
  app.setErrorHandler((error, request, reply) => {
    reply.header("cache-control", "no-store").header("x-request-id", request.id);
    if (error instanceof Refusal) {
      if (error.retryAfterSeconds !== void 0) reply.header("retry-after", error.retryAfterSeconds);
      if (WATCHED.has(error.status)) {
        const operation2 = `${request.method} ${request.routeOptions.url ?? ""}`;
        request.log.warn({ requestId: request.id, operation: operation2, status: error.status, address: request.ip }, "Refused.");
      }
      return reply.code(error.status).send(error.status < 500 ? error.body() : { ...error.body(), requestId: request.id });
    }
    if (NO_ROOM.has(error.code ?? "")) {
      request.log.error({ err: error, requestId: request.id }, "The disk is full or fails.");
      const message2 = "The server has no room to store anything now. Please try again later.";
      return reply.code(503).header("retry-after", 30).send({ message: message2, requestId: request.id });
    }
    const isTooLong = error.code === QUERY_CANCELED;
    if (isTooLong) request.log.warn({ err: error, requestId: request.id }, "A statement took longer than a request may.");
    if (isTooLong || error.name === "DatabaseUnavailable") {
      const isUnknown = error.isLost === true && request.method !== "GET";
      const message2 = isUnknown ? "The database was lost. Please look whether it is stored." : "The server is busy. Please try again.";
      return reply.code(503).header("retry-after", 2).send({ message: message2, requestId: request.id });
    }
    const known = WORDS2[error.code ?? ""];
    if (known !== void 0) return reply.code(known[0]).send({ message: known[1] });
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ message: "The request was not understood." });
    request.log.error({ err: error, requestId: request.id, operation: `${request.method} ${request.routeOptions.url ?? ""}` });
    if (!app.log.level || app.log.level === "silent") console.error(error);
    return reply.code(500).send({ message: "Something went wrong", requestId: request.id });
  });
}

// server/src/http/atWork.ts
var AT_WORK_MAX = 250;
var AT_WORK_OF_ONE = 100;
var RETRY_SECONDS = 1;
var AtWork = class {
  #count = 0;
  #shed = 0;
  #of = /* @__PURE__ */ new Map();
  /** How many calls were sent away. */
  get shed() {
    return this.#shed;
  }
  /** A 503 while there are too many: to be asked before anything is done for a call. */
  refusal() {
    return this.#count < AT_WORK_MAX ? void 0 : this.#sendAway();
  }
  /**
   * A call whose body is here is worked on from now until it leaves.
   * @param user whose call it is, where somebody is signed in.
   * @throws Refusal 503 where too many others, or too many of this user, are at work by now: then there is nothing to leave.
   */
  enter(user2) {
    const own = user2 === void 0 ? 0 : this.#of.get(user2) ?? 0;
    const refusal = own < AT_WORK_OF_ONE ? this.refusal() : this.#sendAway();
    if (refusal !== void 0) throw refusal;
    this.#count += 1;
    if (user2 !== void 0) this.#of.set(user2, own + 1);
  }
  leave(user2) {
    this.#count -= 1;
    if (user2 === void 0) return;
    const left = (this.#of.get(user2) ?? 1) - 1;
    if (left === 0) this.#of.delete(user2);
    else this.#of.set(user2, left);
  }
  #sendAway() {
    this.#shed += 1;
    return busy(RETRY_SECONDS);
  }
};

// server/src/http/openapi.ts
import { readFileSync } from "node:fs";

// contract/src/memos.ts
import * as z21 from "zod";
var memoTitles = { debit: "Debit Memo", credit: "Credit Memo" };
var messages11 = {
  created: (kind) => `${memoTitles[kind]} created successfully.`,
  updated: (kind) => `${memoTitles[kind]} updated successfully.`,
  deleted: (kind) => `${memoTitles[kind]} deleted successfully.`,
  empty: "This memo is empty. Fill in the product name at least."
};
var DESCRIPTION_MAX = 1e3;
var DIFFERENCE = { places: 2, least: MONEY_MAX.negated().toNumber(), most: MONEY_MAX };
var numberField = (range, what) => optionalNumber(range, { invalid: `Invalid ${what}. It should be number.` });
var creditFields = z21.object({
  productName: optionalText(500),
  vendorInvoiceRef: optionalText(100),
  vendorInvoiceRef_Date: optionalDate,
  buyerPORef: optionalText(100),
  buyerPORef_Date: optionalDate,
  description: optionalText(DESCRIPTION_MAX),
  itemQuantity: numberField(QUANTITY, "Item Quantity"),
  // As long as it is digits it is taken; how many an HSN code should have is a remark of the form.
  HSNCode: optionalPattern(/^\d{1,20}$/, "Invalid HSN Code. It should be number."),
  unitPrice: numberField(MONEY, "Unit Price"),
  priceDifference: numberField(DIFFERENCE, "Price Difference"),
  taxRate: numberField(PERCENT, "Tax rate"),
  CGST: numberField(MONEY, "CGST"),
  SGST: numberField(MONEY, "SGST"),
  IGST: numberField(MONEY, "IGST"),
  amount: numberField(MONEY, "amount")
});
var debitFields = creditFields.omit({ priceDifference: true });
function filled(schema) {
  return schema.refine((memo) => Object.entries(memo).some(([name, value]) => name in creditFields.shape && !isBlank(value)), {
    message: messages11.empty,
    path: ["productName"]
  });
}
var memoForms = { debit: filled(debitFields), credit: filled(creditFields) };
var amount2 = z21.number().nullable();
var absent4 = z21.string().nullable();
var debitMemo = z21.object({
  _id: z21.string(),
  userID: z21.string(),
  productName: absent4,
  vendorInvoiceRef: absent4,
  vendorInvoiceRef_Date: absent4,
  buyerPORef: absent4,
  buyerPORef_Date: absent4,
  description: absent4,
  itemQuantity: amount2,
  HSNCode: absent4,
  unitPrice: amount2,
  taxRate: amount2,
  CGST: amount2,
  SGST: amount2,
  IGST: amount2,
  amount: amount2,
  createdAt: z21.string(),
  updatedAt: z21.string()
});
var creditMemo = debitMemo.extend({ priceDifference: amount2 });
var faces = {
  debit: {
    record: debitMemo,
    created: filled(debitFields.extend({ userID: ownerChoice })),
    changed: changesOf(debitFields)
  },
  credit: {
    record: creditMemo,
    created: filled(creditFields.extend({ userID: ownerChoice })),
    changed: changesOf(creditFields)
  }
};
var SORTABLE = [
  "vendorInvoiceRef_Date",
  "buyerPORef_Date",
  "itemQuantity",
  "unitPrice",
  "taxRate",
  "CGST",
  "SGST",
  "IGST",
  "amount"
];
var saved3 = (record5) => z21.object({ message: z21.string(), data: record5 });
function callsOf(kind) {
  const { record: record5, created, changed } = faces[kind];
  const path = (verb) => `/api/${kind}Memo/${verb}${memoTitles[kind].replace(" ", "")}`;
  const name = memoTitles[kind].toLowerCase();
  return {
    list: operation({
      id: `${kind}Memo.list`,
      summary: `${memoTitles[kind]}s, newest first; the dates are those of entry`,
      method: "GET",
      path: path("getAllUser"),
      access: "active",
      query: listQuery(
        { startDate: dateFilter, endDate: dateFilter, vendorInvoiceRef: textFilter, userID: ownerChoice },
        kind === "credit" ? [...SORTABLE, "priceDifference"] : SORTABLE
      ),
      replies: { 200: z21.array(record5), 201: z21.array(record5) }
    }),
    get: operation({
      id: `${kind}Memo.get`,
      summary: `One ${name}, as an array of one`,
      method: "GET",
      path: `${path("getAllUser")}/{id}`,
      access: "active",
      params: idParams,
      replies: { 200: z21.array(record5) }
    }),
    create: operation({
      id: `${kind}Memo.create`,
      summary: `Add a ${name}`,
      method: "POST",
      path: path("AddUser"),
      access: "active",
      body: created,
      idempotent: true,
      replies: { 200: saved3(record5) }
    }),
    edit: operation({
      id: `${kind}Memo.edit`,
      summary: `Change a ${name}; what is absent stays`,
      method: "PUT",
      path: `${path("ChangeUser")}/{id}`,
      access: "active",
      params: idParams,
      body: changed,
      replies: { 200: saved3(record5) }
    }),
    remove: operation({
      id: `${kind}Memo.remove`,
      summary: `Delete a ${name}`,
      method: "DELETE",
      path: `${path("removeUser")}/{id}`,
      access: "active",
      params: idParams,
      replies: { 200: message }
    })
  };
}
var debitMemos = callsOf("debit");
var creditMemos = callsOf("credit");
var memos = { debit: debitMemos, credit: creditMemos };

// contract/src/orderPrints.ts
import * as z22 from "zod";

// contract/src/cartons.ts
var LABELS_MAX = 500;
var messages12 = {
  malformed: "Cartons are given as line:count, as in 1:12,3:4.",
  tooMany: `At most ${LABELS_MAX} labels at a time. Choose fewer lines or cartons.`,
  none: "Choose a line with at least one carton.",
  noLine: (line2) => `This order has no line ${line2}.`,
  cancelled: "This purchase order is cancelled: there is nothing to pack."
};
function proposedCartons({ itemQuantityInCart, caseQuantity }) {
  if (caseQuantity === null || caseQuantity <= 0) return 1;
  return Math.max(1, new Decimal(itemQuantityInCart).div(caseQuantity).ceil().toNumber());
}
function proposal(lines) {
  return new Map(lines.map((line2, place) => [place + 1, proposedCartons(line2)]));
}
function labelCount(cartons2) {
  return [...cartons2.values()].reduce((sum3, count3) => sum3 + count3, 0);
}
function quantityIn(line2, cartons2, carton) {
  const quantity3 = new Decimal(line2.itemQuantityInCart);
  if (line2.caseQuantity !== null && line2.caseQuantity > 0 && cartons2 === proposedCartons(line2)) {
    return Decimal.min(line2.caseQuantity, quantity3.minus(new Decimal(line2.caseQuantity).times(carton - 1)));
  }
  const scale = new Decimal(10).pow(quantity3.decimalPlaces());
  const units = quantity3.times(scale);
  if (units.lt(cartons2)) return null;
  const each = units.divToInt(cartons2);
  return (units.mod(cartons2).gte(carton) ? each.plus(1) : each).div(scale);
}
function readCartons(text3) {
  if (!/^\d{1,5}:\d{1,5}(,\d{1,5}:\d{1,5})*$/.test(text3)) return null;
  return new Map(text3.split(",").map((pair) => pair.split(":").map(Number)));
}
function whyNoLabels(cartons2, lines) {
  const missing = [...cartons2.keys()].find((line2) => line2 < 1 || line2 > lines);
  if (missing !== void 0) return messages12.noLine(missing);
  const count3 = labelCount(cartons2);
  if (count3 === 0) return messages12.none;
  return count3 > LABELS_MAX ? messages12.tooMany : null;
}

// contract/src/orderPrints.ts
var cartons = z22.string().trim().max(1e4, messages12.malformed).transform((value, context) => {
  if (value === "") return void 0;
  const read = readCartons(value);
  if (read === null) context.addIssue({ code: "custom", message: messages12.malformed });
  return read ?? void 0;
}).optional().meta({ type: "string", description: "Cartons by line, as in 1:12,3:4." });
var orderPrints = {
  /** Labels of the lines in `cartons` only; without it, of all lines in as many cartons as they fill. */
  labels: operation({
    id: "order.packingLabel",
    summary: "The packing labels of an order, 100 \xD7 150 mm, one a carton; 409 for a cancelled order, 422 for more than 500",
    method: "GET",
    path: "/api/purChaseOrder/packingLabel/{id}",
    access: "active",
    params: idParams,
    query: z22.object({ cartons }),
    replies: { 200: pdf }
  }),
  /** All lines; `cartons` says of those that it names how many cartons they are packed in. */
  sheet: operation({
    id: "order.packageSheet",
    summary: "The package sheet of an order, A4, with all its lines",
    method: "GET",
    path: "/api/purChaseOrder/packageSheet/{id}",
    access: "active",
    params: idParams,
    query: z22.object({ cartons }),
    replies: { 200: pdf }
  })
};
function printName(what, number18) {
  return `${what}-${number18.replaceAll(/[\s/\\]+/g, "-")}.pdf`;
}

// contract/src/payments.ts
import * as z23 from "zod";
var PAYMENT_MODES = ["online", "cheque"];
var messages13 = {
  added: "Payment added successfully",
  invoiceNumber: "Please select invoice number",
  amount: "Please enter payment amount",
  paymentMode: "Please select Payment Mode",
  nothingLeft: "You don't have any payment left for this invoice.",
  /** `left`: what is outstanding, in rupees, as in `1180.00`. */
  tooMuch: (left) => `Payment value should not be more then ${left}`,
  chooseVendor: "Several vendors have an invoice with this number. Please choose the vendor."
};
var paymentForm = z23.object({
  invoiceNumber: patternText(/^\d{1,64}$/, { invalid: messages13.invoiceNumber }),
  amount: requiredNumber(AMOUNT, { required: messages13.amount, invalid: messages13.amount }),
  paymentMode: z23.enum(PAYMENT_MODES, messages13.paymentMode),
  Remarks: optionalText(1e3)
});
var payment = z23.object({
  _id: z23.string(),
  vendorId: z23.string(),
  vendorCode: z23.number(),
  vendorName: z23.string(),
  gst: z23.string().nullable(),
  paymentDate: z23.string(),
  tenderType: z23.enum(PAYMENT_MODES),
  amount: z23.number(),
  remarks: z23.string().nullable(),
  /** The invoice's number; null for what is paid on account. */
  invoice: z23.string().nullable()
});
var outstanding = z23.object({
  vendorId: z23.string(),
  vendorCode: z23.number(),
  vendorName: z23.string(),
  /** Total invoiced. */
  invoice: z23.number(),
  /** Total paid. */
  amount: z23.number(),
  balance: z23.number(),
  /** Only where `ageing=true` asked for them; their sum is the balance. */
  days0to30: z23.number().optional(),
  days31to60: z23.number().optional(),
  days61to90: z23.number().optional(),
  over90: z23.number().optional()
});
var purchaseReturn = z23.object({
  _id: z23.string(),
  /** The order's number. */
  gstGrRef: z23.string().nullable(),
  poDate: z23.string().nullable(),
  /** The invoice's number. */
  docRef: z23.string().nullable(),
  docDate: z23.string().nullable(),
  itemName: z23.string(),
  grQty: z23.number(),
  prQty: z23.number(),
  remarks: z23.string().nullable()
});
var PAYMENT_SORTS = ["paymentDate", "amount", "invoice"];
var OUTSTANDING_SORTS = ["vendorCode", "vendorName", "invoice", "amount", "balance"];
var choice = z23.enum(["true", "false"], "Must be true or false.").optional();
var reportFilters = { startDate: dateFilter, endDate: dateFilter, userID: ownerChoice, ageing: choice };
var reportQuery = listQuery(reportFilters, ["paymentDate", "amount", "invoice", "vendorCode", "vendorName", "balance"]);
var reportBody = z23.object({
  /** 'OS' is the outstanding report; anything else, or nothing, the payments. */
  status: anything.transform((value) => value === "OS" ? "OS" : null).meta({ type: ["string", "null"] }),
  userID: ownerChoice
});
var numberParams = z23.object({ invoiceNumber: z23.string() });
var payments = {
  create: operation({
    id: "payment.create",
    summary: "Add a payment; 422 where it is more than the balance",
    method: "POST",
    path: "/api/vendorPaymentReport/create",
    access: "active",
    body: paymentForm.extend({ userID: ownerChoice }),
    idempotent: true,
    replies: { 200: z23.object({ message: z23.string(), data: payment }) }
  }),
  /** Newest invoices first; without a page the first 1,000. `search` matches numbers that start with it. */
  numbers: operation({
    id: "invoice.numbers",
    summary: "Numbers of the invoices that still have a balance, or with all=true of every one",
    method: "GET",
    path: "/api/invoice/getInvoiceNumList",
    access: "active",
    query: listQuery({ all: choice, search: textFilter, userID: ownerChoice }, ["invoiceNumber"]),
    replies: { 200: z23.array(z23.string()), 201: z23.array(z23.string()) }
  }),
  balance: operation({
    id: "invoice.balance",
    summary: "An invoice's total, what is paid of it, and what is outstanding (`invoiceValue`)",
    method: "GET",
    path: "/api/invoice/getInvoiceValue/{invoiceNumber}",
    access: "active",
    params: numberParams,
    query: z23.object({ userID: ownerChoice }),
    replies: { 200: z23.object({ invoiceValue: z23.number(), invoiceTotal: z23.number(), paid: z23.number() }) }
  }),
  /** The rows are of one kind: all `outstanding` where the body's status is 'OS', else all `payment`. */
  report: operation({
    id: "payment.report",
    summary: "Payments, newest first; with status 'OS' what is outstanding, a row a vendor",
    method: "POST",
    path: "/api/purChaseOrder/purchase_payment",
    access: "active",
    query: reportQuery,
    body: reportBody,
    replies: { 200: z23.object({ result: z23.union([z23.array(payment), z23.array(outstanding)]) }) }
  }),
  returns: operation({
    id: "purchaseReturn.list",
    summary: "What the buyer sent back, newest first, from the buyer's system; 5 a page",
    method: "GET",
    path: "/api/purChaseOrder/purchase_return",
    access: "active",
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }, ["poDate", "docDate", "grQty", "prQty"]),
    replies: { 200: z23.object({ result: z23.array(purchaseReturn) }) }
  }),
  exportPayments: operation({
    id: "payment.export",
    summary: "A workbook of all payments that the filters leave",
    method: "GET",
    path: "/api/purChaseOrder/purchase_payment/export",
    access: "active",
    query: listQuery({ startDate: dateFilter, endDate: dateFilter, userID: ownerChoice }, PAYMENT_SORTS),
    replies: { 200: workbook }
  }),
  exportOutstanding: operation({
    id: "outstanding.export",
    summary: "A workbook of what is outstanding, a row a vendor; with ageing=true by age",
    method: "GET",
    path: "/api/purChaseOrder/outstanding/export",
    access: "active",
    query: listQuery({ userID: ownerChoice, ageing: choice }, OUTSTANDING_SORTS),
    replies: { 200: workbook }
  })
};

// contract/src/operations.ts
var operations = [
  accounts,
  secondFactor,
  sessions,
  audit,
  catalogue,
  schemes,
  invoices,
  payments,
  debitMemos,
  creditMemos,
  orders,
  dispatchNotes,
  orderPrints,
  buyerData,
  buyerOrders,
  buyerReceipts,
  buyerReturns,
  buyerPayments,
  buyerConnection,
  mails,
  site
].flatMap((domain) => Object.values(domain));

// server/src/http/openapi.ts
import * as z24 from "zod";

// server/src/http/openapi.docs.ts
function docsPage(document) {
  const paths = document["paths"];
  const calls = Object.entries(paths).flatMap(
    ([path, methods]) => Object.entries(methods).map(([method, call]) => ({ path, method, call }))
  );
  const tags = [...new Set(calls.map(({ call }) => call.tags[0] ?? ""))];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Aapurti API</title>
<style>${STYLE2}</style></head><body>
<header><h1>Aapurti API</h1><p>${escape(document["info"].description)}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p></header>
<nav aria-label="Groups">${tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(" ")}</nav>
<main>${tags.map(
    (tag) => `<section id="${escape(tag)}"><h2>${escape(tag)}</h2>${calls.filter(({ call }) => call.tags[0] === tag).map(one).join("")}</section>`
  ).join("")}</main>
</body></html>`;
}
function one({ path, method, call }) {
  const body = Object.entries(call.requestBody?.content ?? {})[0];
  const fields = Object.entries(body?.[1].schema.properties ?? {});
  const answers = Object.entries(call.responses).filter(([status]) => status.startsWith("2"));
  return `<details><summary><span class="method">${method.toUpperCase()}</span> <code>${escape(path)}</code> <span>${escape(call.summary)}</span></summary>
<p>${escape(call.description)}</p>
${call.parameters.length > 0 ? table(
    "Parameters",
    call.parameters.map((each) => [each.name, `${each.in}${each.required ? ", required" : ""}`, each.schema])
  ) : ""}
${body === void 0 ? "" : table(
    `Body (${body[0]})`,
    fields.map(([name, schema]) => [name, "", schema])
  )}
${answers.map(([status, answer]) => `<h3>${status}: ${escape(answer.description)}</h3><pre tabindex="0">${escape(JSON.stringify(Object.values(answer.content ?? {})[0]?.schema ?? {}, null, 2))}</pre>`).join("")}
</details>`;
}
function table(caption, rows) {
  return `<table><caption>${escape(caption)}</caption><tbody>${rows.map(
    ([name, note, schema]) => `<tr><th scope="row"><code>${escape(name)}</code></th><td>${escape(note)}</td><td><code>${escape(JSON.stringify(schema))}</code></td></tr>`
  ).join("")}</tbody></table>`;
}
function escape(text3) {
  return text3.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
var STYLE2 = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 1000px; margin: 0 auto; padding: 24px 16px; }
nav a { margin-right: 12px; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: 8px 0; padding: 8px 12px; }
summary { cursor: pointer; }
.method { display: inline-block; min-width: 56px; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: 8px 0; }
caption { text-align: left; font-weight: 600; padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 4px 8px; border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); overflow-wrap: anywhere; }
pre { overflow: auto; max-height: 320px; padding: 8px; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent); }
h3 { font-size: 14px; }`;

// server/src/http/openapi.ts
function openApi() {
  const paths = {};
  for (const operation2 of operations) {
    const path = paths[operation2.path] ??= {};
    path[operation2.method.toLowerCase()] = describe(operation2);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Aapurti",
      version: packageVersion(),
      description: "The vendor portal's calls. The token of a sign-in goes in the Authorization header, bare or after \"Bearer \". Every error is JSON with a message; field errors stand under `errors` by the field's name. Amounts are JSON numbers; numbers and numeric strings are accepted. Dates are YYYY-MM-DD.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: "/" }],
    components: {
      securitySchemes: { token: { type: "apiKey", in: "header", name: "Authorization" } },
      schemas: { Problem: jsonSchema(problem, "output") }
    },
    paths
  };
}
var ACCESS_WORDS = {
  anyone: "Anyone.",
  optional: "Anyone; a token that is sent must be live.",
  "signed-in": "Signed in, also while inactive.",
  active: "Active users; a vendor sees and changes only its own.",
  admin: "Active administrators."
};
function describe(operation2) {
  const errors = ["400", "422", "429", ...operation2.access === "anyone" ? [] : ["401", "403", "404", "409"]];
  if (hasBody(operation2)) errors.push(...operation2.access === "anyone" ? ["401"] : [], "413", "415");
  const problemContent = { content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } };
  return {
    operationId: operation2.id,
    tags: [operation2.id.split(".")[0] ?? ""],
    summary: operation2.summary,
    description: `Who: ${ACCESS_WORDS[operation2.access]}${operation2.idempotent ? " Accepts an Idempotency-Key header." : ""}`,
    ...operation2.access === "anyone" ? {} : { security: operation2.access === "optional" ? [{}, { token: [] }] : [{ token: [] }] },
    parameters: [...parameters(operation2, "params", "path"), ...parameters(operation2, "query", "query")],
    ...requestBody(operation2),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation2.replies).map(([status, schema]) => [
          status,
          {
            description: STATUS_WORDS[status] ?? "Done.",
            content: schema === workbook || schema === pdf ? { [schema === pdf ? PDF_TYPE : WORKBOOK_TYPE]: { schema: { type: "string", format: "binary" } } } : { "application/json": { schema: jsonSchema(schema, "output") } }
          }
        ])
      ),
      ...Object.fromEntries(errors.sort().map((status) => [status, { description: ERROR_WORDS[status] ?? "", ...problemContent }]))
    }
  };
}
var STATUS_WORDS = {
  201: "No: nothing found, or refused with a message.",
  202: "Not yet: something more is needed."
};
var ERROR_WORDS = {
  400: "Not understood.",
  401: "No token, or a dead one.",
  403: "Not allowed.",
  404: "Not there, or not the caller's.",
  409: "Conflict.",
  413: "Too large.",
  415: "Of a wrong type.",
  422: "Field errors.",
  429: "Too often; see Retry-After."
};
function parameters(operation2, part, place) {
  const schema = jsonSchema(operation2[part], "input");
  const required2 = schema["required"] ?? [];
  return Object.entries(schema["properties"] ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required2.includes(name),
    schema: property
  }));
}
function hasBody({ method }) {
  return method === "POST" || method === "PUT";
}
function requestBody(operation2) {
  if (!hasBody(operation2)) return {};
  const schema = jsonSchema(operation2.body, "input");
  if (operation2.files.length === 0 && Object.keys(schema["properties"] ?? {}).length === 0) return {};
  const files2 = Object.fromEntries(operation2.files.map((name) => [name, { type: "string", format: "binary" }]));
  const type = operation2.files.length > 0 ? "multipart/form-data" : "application/json";
  return { requestBody: { content: { [type]: { schema: { ...schema, properties: { ...schema["properties"], ...files2 } } } } } };
}
function jsonSchema(schema, io) {
  const { $schema: _, ...made } = z24.toJSONSchema(schema, { io, unrepresentable: "any" });
  return toWire(made);
}
function toWire(value) {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item2]) => {
      if (key === "properties")
        return [key, Object.fromEntries(Object.entries(item2).map(([name, inner]) => [wireName(name), toWire(inner)]))];
      if (key === "required") return [key, item2.map(wireName)];
      return [key, toWire(item2)];
    })
  );
}
function packageVersion() {
  for (const place of ["../../package.json", "../package.json"]) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")).version;
    } catch {
    }
  }
  return "0";
}
function openApiRoutes(app) {
  const document = openApi();
  const page = docsPage(document);
  app.get("/api/openapi.json", async () => document);
  app.get("/api/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
}

// server/src/http/health.ts
import sql60 from "sql-template-tag";

// server/src/http/metrics.ts
import { createHash as createHash9, timingSafeEqual as timingSafeEqual3 } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";

// server/src/jobs.ts
import sql59 from "sql-template-tag";
async function jobRuns(db, source) {
  return db.rows(sql59`
    select job, extract(epoch from ran_at)::float8 as "ranAt", extract(epoch from succeeded_at)::float8 as "succeededAt", failures from job_runs
    union all
    select 'mail', extract(epoch from greatest(sent.at, open.at))::float8, extract(epoch from sent.at)::float8, open.failed
    from
      -- Mails are kept for 90 days, and this is asked every few seconds: what was sent last is among the newest.
      (select max(tried_at) as at from (select tried_at from mails where state = 'sent' order by id desc limit 100) newest) sent,
      (select max(tried_at) as at, count(*) filter (where state = 'failed') as failed from mails
        where state in ('waiting', 'sending', 'failed', 'unknown')) open
    union all
    select 'pull ' || kind, extract(epoch from ended_at)::float8, case when error is null then extract(epoch from ended_at)::float8 end,
      (error is not null)::int from buyer_pulls where source = ${source}
    order by job`);
}

// server/src/http/figures.ts
import cluster from "node:cluster";
import { randomUUID as randomUUID4 } from "node:crypto";
import * as z25 from "zod";
var PATIENCE_MS = 1e3;
var wanted = z25.object({ wanted: z25.string(), by: z25.number().optional() });
var given2 = z25.object({ given: z25.string(), to: z25.number(), of: z25.number().optional(), figures: z25.custom() });
function openFigures(own) {
  if (!cluster.isWorker) return () => Promise.resolve([own()]);
  const waiting2 = /* @__PURE__ */ new Map();
  process.on("message", (message2) => {
    const question = wanted.safeParse(message2).data;
    const answer = given2.safeParse(message2).data;
    if (question?.by !== void 0) process.send?.({ given: question.wanted, to: question.by, figures: own() });
    else if (answer !== void 0) waiting2.get(answer.given)?.(answer.figures, answer.of ?? 1);
  });
  return () => new Promise((resolve2) => {
    const id = randomUUID4();
    const all = [];
    const end2 = () => {
      clearTimeout(timer);
      waiting2.delete(id);
      resolve2(all.sort((one2, other) => one2.pid - other.pid));
    };
    const timer = setTimeout(end2, PATIENCE_MS);
    waiting2.set(id, (figures2, of) => {
      all.push(figures2);
      if (all.length >= of) end2();
    });
    process.send?.({ wanted: id });
  });
}

// server/src/http/metrics.ts
var BOUNDS = [5e-3, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
var DATABASE_PATIENCE_MS = 2e3;
var OWN_ROUTES = /* @__PURE__ */ new Set(["/healthz", "/readyz", "/metrics"]);
function metricsRoute(app, ctx) {
  const started = Date.now();
  const answered = /* @__PURE__ */ new Map();
  const routes = /* @__PURE__ */ new Map();
  const known = /* @__PURE__ */ new WeakMap();
  const lag = monitorEventLoopDelay({ resolution: 20 });
  lag.enable();
  app.addHook("onClose", async () => void lag.disable());
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode, elapsedTime } = reply;
    answered.set(statusCode, (answered.get(statusCode) ?? 0) + 1);
    const { config, url } = request.routeOptions;
    let timed = known.get(config);
    if (timed === void 0) {
      const route = routeOf(request.method, url);
      timed = routes.get(route) ?? { counts: BOUNDS.map(() => 0).concat(0), seconds: 0, byStatus: /* @__PURE__ */ new Map() };
      routes.set(route, timed);
      if (isNamed(url)) known.set(config, timed);
    }
    count2(timed, statusCode, elapsedTime / 1e3);
    if (ctx.settings.logRequests === true) {
      const { id: requestId, method } = request;
      app.log.info({ requestId, method, route: url ?? null, status: statusCode, ms: Math.round(elapsedTime) });
    }
    done();
  });
  const figures2 = openFigures(() => ({
    pid: process.pid,
    samples: [
      ...processSamples(started, lag.percentile(99) / 1e9),
      ...[...answered].sort(([a], [b]) => a - b).map(([status, value]) => ["http_responses_total", `status="${status}"`, value]),
      ["http_shed_total", "", app.atWork.shed],
      ...[...routes].flatMap(([route, timed]) => routeSamples(route, timed)),
      ...databaseSamples(ctx),
      ...uploadSamples()
    ]
  }));
  app.get("/metrics", async (request, reply) => {
    admitReader(request, ctx.settings);
    const [mails2, jobs] = await Promise.all([
      within(DATABASE_PATIENCE_MS, mailCounts(ctx.db), "late").catch(() => ({})),
      within(DATABASE_PATIENCE_MS, jobRuns(ctx.db, ctx.buyerSystem.source), "late").catch(() => [])
    ]);
    const samples = (await figures2()).flatMap(
      ({ pid, samples: own }) => own.map(([name, labels, value]) => [name, `${labels}${labels === "" ? "" : ","}pid="${pid}"`, value])
    );
    for (const [state2, value] of Object.entries(mails2)) samples.push(["mails", `state="${state2}"`, value]);
    samples.push(...jobs.flatMap(jobSamples));
    return sendText(reply, samples);
  });
}
function admitReader(request, { metricsToken, production }) {
  if (metricsToken !== void 0) {
    const digest3 = (text3) => createHash9("sha256").update(text3).digest();
    if (timingSafeEqual3(digest3(request.headers.authorization ?? ""), digest3(`Bearer ${metricsToken}`))) return;
    throw notFound();
  }
  const isForwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"].some((name) => request.headers[name] !== void 0);
  if (production || isForwarded || !/^(::ffff:)?127\.|^::1$/.test(request.socket.remoteAddress ?? "")) throw notFound();
}
function routeOf(method, url) {
  if (url === void 0) return 'method="any",route="none"';
  return isNamed(url) ? `method="${method}",route="${url}"` : 'method="GET",route="pages"';
}
function isNamed(url) {
  return url !== void 0 && (/^\/api\//i.test(url) || OWN_ROUTES.has(url));
}
function count2(timed, status, seconds) {
  timed.seconds += seconds;
  timed.byStatus.set(status, (timed.byStatus.get(status) ?? 0) + 1);
  for (let place = 0; place < timed.counts.length; place += 1) {
    if (seconds <= (BOUNDS[place] ?? Number.POSITIVE_INFINITY)) timed.counts[place] = (timed.counts[place] ?? 0) + 1;
  }
}
function processSamples(started, lagSeconds) {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    ["uptime_seconds", "", Math.round((Date.now() - started) / 1e3)],
    ["memory_bytes", 'kind="resident"', rss],
    ["memory_bytes", 'kind="heap"', heapUsed],
    ["event_loop_lag_seconds", "", Number.isFinite(lagSeconds) ? lagSeconds : 0]
  ];
}
function routeSamples(route, { counts, seconds, byStatus }) {
  return [
    ...[...byStatus].map(([status, value]) => ["http_requests_total", `${route},status="${status}"`, value]),
    ...counts.map((value, place) => ["http_request_seconds_bucket", `${route},le="${BOUNDS[place] ?? "+Inf"}"`, value]),
    ["http_request_seconds_sum", route, seconds],
    ["http_request_seconds_count", route, counts.at(-1) ?? 0]
  ];
}
function databaseSamples({ db }) {
  const state2 = db.state?.();
  if (state2 === void 0) return [];
  return [
    ["database_connections", 'state="used"', state2.used],
    ["database_connections", 'state="idle"', state2.idle],
    ["database_waiting", "", state2.waiting],
    ...Object.entries(state2.errors).map(([kind, value]) => ["database_errors_total", `kind="${kind}"`, value])
  ];
}
function uploadSamples() {
  return [
    ...Object.entries(uploads.forms).map(([outcome, value]) => ["uploads_total", `outcome="${outcome}"`, value]),
    ["upload_bytes_total", "", uploads.bytes],
    ["upload_room_bytes", 'state="used"', uploads.room().taken],
    ["upload_room_bytes", 'state="most"', uploads.room().most]
  ];
}
function jobSamples({ job, ranAt, succeededAt, failures }) {
  const label = `job="${job}"`;
  return [
    ["job_last_run_timestamp_seconds", label, ranAt ?? 0],
    ["job_last_success_timestamp_seconds", label, succeededAt ?? 0],
    ["job_failures", label, failures]
  ];
}
function sendText(reply, samples) {
  const families = /* @__PURE__ */ new Map();
  for (const [name, labels, value] of samples) {
    const family = name.replace(/_(bucket|sum|count)$/, "");
    const lines = families.get(family) ?? [`# TYPE aapurti_${family} ${typeOf(name)}`];
    lines.push(`aapurti_${name}${labels === "" ? "" : `{${labels}}`} ${value}`);
    families.set(family, lines);
  }
  return reply.type("text/plain; version=0.0.4").send(`${[...families.values()].flat().join("\n")}
`);
}
function typeOf(name) {
  if (name.endsWith("_total")) return "counter";
  return /_(bucket|sum|count)$/.test(name) ? "histogram" : "gauge";
}

// server/src/http/health.ts
var PATIENCE_MS2 = 3e3;
function healthRoutes(app, ctx) {
  let isEnding = false;
  app.addHook("preClose", async () => {
    isEnding = true;
  });
  app.get("/healthz", async () => ({ message: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const checks = [ctx.db.first(sql60`select 1`), ctx.files.check()];
    const [database, storage] = (await Promise.allSettled(checks.map((check2) => within(PATIENCE_MS2, check2, "late")))).map(
      ({ status }) => status === "fulfilled"
    );
    const isReady = database === true && storage === true && !isEnding;
    return reply.code(isReady ? 200 : 503).send({ message: isReady ? "ok" : isEnding ? "ending" : "not ready", database, storage });
  });
  metricsRoute(app, ctx);
}

// server/src/http/web.ts
import fastifyStatic from "@fastify/static";
import { existsSync, readFileSync as readFileSync2 } from "node:fs";
import { join as join7 } from "node:path";
async function webRoutes(app, folder) {
  if (folder !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.setHeader("cache-control", path.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
      }
    });
    for (const { path, file } of documentsIn(folder)) {
      app.route({
        method: ["GET", "HEAD"],
        url: path,
        handler: (_request, reply) => reply.header("cache-control", "no-cache").sendFile(file)
      });
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isPage = folder !== null && isRead && !/^\/(api|assets)([/?]|$)/i.test(request.url);
    if (!isPage)
      return reply.code(404).headers({ "cache-control": "no-store", "x-request-id": request.id }).send({ message: "Not found." });
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  });
}
function documentsIn(folder) {
  const list10 = join7(folder, "documents.json");
  if (!existsSync(list10)) return [];
  const documents = JSON.parse(readFileSync2(list10, "utf8"));
  return documents.map(({ path, file }) => ({ path: path.replaceAll("$", ":"), file }));
}

// server/src/mail/list.ts
import sql61 from "sql-template-tag";
function listMails(ctx, query2) {
  return listRows(ctx.db, {
    select: sql61`
      mails.id::text as _id, mails.created_at as "createdAt", coalesce(recipient, users.email, '') as "to", kind, mails.state, tries,
      case when mails.state = 'waiting' then due_at end as "dueAt", error`,
    from: sql61`mails`,
    join: sql61`left join users on users.id = mails.user_id`,
    where: [
      query2.state === void 0 ? null : sql61`mails.state = ${query2.state}`,
      contains(sql61`lower(coalesce(recipient, (select email from users where users.id = mails.user_id)))`, query2.to)
    ],
    key: sql61`mails.id`,
    sorts: { createdAt: sql61`mails.id` },
    page: pageOf2(query2)
  });
}

// server/src/mail/routes.ts
function mailRoutes(app, context) {
  serve(app, context, mails.list, async ({ ctx, query: query2 }) => listReply(await listMails(ctx, query2)));
  serve(app, context, mails.switches, async ({ ctx, actor }) => ok(await mailSwitches(ctx.db, actor.id)));
  serve(
    app,
    context,
    mails.change,
    async ({ ctx, actor, body }) => ok({ message: messages5.saved, data: await changeSwitches(ctx, actor, actor.id, body) })
  );
  serve(app, context, mails.unsubscribe, async ({ ctx, body }) => {
    await unsubscribe(ctx, body.token);
    return ok({ message: messages5.off });
  });
  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 4096 }, (_request, _body, done) => done(null, null));
    forms.post(
      "/unsubscribe/:token",
      (request) => unsubscribe(context, request.params.token).then(() => ({ message: messages5.off }))
    );
  });
}

// server/src/log.ts
import pg6 from "pg";
function plainError(error) {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { name, message: message2, stack = "" } = error;
  const code2 = error.code;
  return {
    type: name,
    message: message2,
    stack,
    ...code2 !== void 0 && { code: code2 },
    ...error instanceof pg6.DatabaseError && { table: error.table, constraint: error.constraint, routine: error.routine },
    ...error.cause !== void 0 && { cause: plainError(error.cause) }
  };
}

// server/src/memos/memos.ts
import sql62, { empty as empty7 } from "sql-template-tag";
function wireColumns4(kind) {
  const difference = kind === "credit" ? sql62`memos.price_difference as "priceDifference",` : empty7;
  return sql62`
    memos.id::text as _id, memos.owner_id::text as "userID", memos.product_name as "productName",
    memos.vendor_invoice_ref as "vendorInvoiceRef", memos.vendor_invoice_date as "vendorInvoiceRef_Date",
    memos.buyer_po_ref as "buyerPORef", memos.buyer_po_date as "buyerPORef_Date", memos.description,
    memos.item_quantity as "itemQuantity", memos.hsn_code as "HSNCode", memos.unit_price as "unitPrice", ${difference}
    memos.tax_rate as "taxRate", memos.cgst as "CGST", memos.sgst as "SGST", memos.igst as "IGST", memos.amount,
    memos.created_at as "createdAt", memos.updated_at as "updatedAt"`;
}
var sorts = {
  vendorInvoiceRef_Date: { absentLast: sql62`memos.vendor_invoice_date` },
  buyerPORef_Date: { absentLast: sql62`memos.buyer_po_date` },
  itemQuantity: { absentLast: sql62`memos.item_quantity` },
  unitPrice: { absentLast: sql62`memos.unit_price` },
  priceDifference: { absentLast: sql62`memos.price_difference` },
  taxRate: { absentLast: sql62`memos.tax_rate` },
  CGST: { absentLast: sql62`memos.cgst` },
  SGST: { absentLast: sql62`memos.sgst` },
  IGST: { absentLast: sql62`memos.igst` },
  amount: { absentLast: sql62`memos.amount` }
};
var listOf6 = (kind) => ({
  select: wireColumns4(kind),
  from: sql62`memos`,
  key: sql62`memos.id`,
  owner: sql62`memos.owner_id`,
  sorts,
  days: {
    first: sql62`(min(memos.created_at) at time zone 'Asia/Kolkata')::date`,
    last: sql62`(max(memos.created_at) at time zone 'Asia/Kolkata')::date`
  }
});
var lists = { debit: listOf6("debit"), credit: listOf6("credit") };
async function listMemos(ctx, actor, kind, query2) {
  return listRows(ctx.db, {
    scope: [sql62`memos.kind = ${kind}`, ownedBy(sql62`memos.owner_id`, actor, query2.userID)],
    search: [contains(sql62`lower(memos.vendor_invoice_ref)`, query2.vendorInvoiceRef, keptOf(actor, query2.userID))],
    during: betweenDays(sql62`memos.created_at`, query2.startDate, query2.endDate),
    kept: { list: `${kind} memos`, owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...lists[kind]
  });
}
async function getMemo(ctx, actor, kind, id) {
  return findMemo(ctx.db, actor, kind, id);
}
async function findMemo(db, actor, kind, id, lock = empty7) {
  const own = ownRows2(sql62`memos.owner_id`, actor);
  const memo = await findRow(db, lists[kind], sql62`memos.id = ${idOf3(id)} and memos.kind = ${kind} and ${own} ${lock}`);
  if (memo === void 0) throw notFound();
  return memo;
}
async function addMemo(ctx, actor, kind, body) {
  return ctx.db.transaction(async (tx) => {
    const owner = await ownerFor(tx, actor, body.userID);
    const row = await tx.first(sql62`
      insert into memos (kind, owner_id, product_name, vendor_invoice_ref, vendor_invoice_date, buyer_po_ref, buyer_po_date, description,
        item_quantity, hsn_code, unit_price, price_difference, tax_rate, cgst, sgst, igst, amount)
      values (${kind}, ${owner}, ${valuesOf3(body)})
      returning id::text`);
    if (row === void 0) throw new Error("an insert gives its row");
    const memo = await findMemo(tx, actor, kind, row.id);
    await recordAudit(tx, { ...entryOf2(actor, kind, memo), action: `${kind}Memo.create`, after: { ...memo } });
    return memo;
  });
}
async function changeMemo(ctx, actor, kind, id, body) {
  return ctx.db.transaction(async (tx) => {
    const before = await findMemo(tx, actor, kind, id, sql62`for update of memos`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(memoForms[kind], before, sent);
    await tx.execute(sql62`
      update memos set (product_name, vendor_invoice_ref, vendor_invoice_date, buyer_po_ref, buyer_po_date, description,
        item_quantity, hsn_code, unit_price, price_difference, tax_rate, cgst, sgst, igst, amount, updated_at)
      = (${valuesOf3(form)}, clock_timestamp())
      where id = ${before._id}`);
    const after = await findMemo(tx, actor, kind, id);
    await recordChange(tx, { ...entryOf2(actor, kind, before), action: `${kind}Memo.edit` }, before, after);
    return after;
  });
}
async function removeMemo(ctx, actor, kind, id) {
  await ctx.db.transaction(async (tx) => {
    const before = await findMemo(tx, actor, kind, id, sql62`for update of memos`);
    await tx.execute(sql62`delete from memos where id = ${before._id}`);
    await recordAudit(tx, { ...entryOf2(actor, kind, before), action: `${kind}Memo.delete`, before: { ...before } });
  });
}
function valuesOf3(form) {
  return sql62`${form.productName}::text, ${form.vendorInvoiceRef}::text, ${form.vendorInvoiceRef_Date}::date, ${form.buyerPORef}::text,
    ${form.buyerPORef_Date}::date, ${form.description}::text, ${exact2(form.itemQuantity)}::numeric, ${form.HSNCode}::text,
    ${exact2(form.unitPrice)}::numeric, ${exact2(form.priceDifference)}::numeric, ${exact2(form.taxRate)}::numeric,
    ${exact2(form.CGST)}::numeric, ${exact2(form.SGST)}::numeric, ${exact2(form.IGST)}::numeric, ${exact2(form.amount)}::numeric`;
}
function exact2(number18) {
  return number18?.toFixed() ?? null;
}
function entryOf2(actor, kind, memo) {
  return { actor, ownerId: memo.userID, entity: `${kind}Memo`, entityId: memo._id };
}

// server/src/memos/routes.ts
function memoRoutes(app, context, kind) {
  const calls = memos[kind];
  serve(app, context, calls.list, async ({ ctx, actor, query: query2 }) => listReply(await listMemos(ctx, actor, kind, query2)));
  serve(app, context, calls.get, async ({ ctx, actor, params }) => ok([await getMemo(ctx, actor, kind, params.id)]));
  serve(
    app,
    context,
    calls.create,
    async ({ ctx, actor, body }) => ok({ message: messages11.created(kind), data: await addMemo(ctx, actor, kind, body) })
  );
  serve(
    app,
    context,
    calls.edit,
    async ({ ctx, actor, params, body }) => ok({ message: messages11.updated(kind), data: await changeMemo(ctx, actor, kind, params.id, body) })
  );
  serve(app, context, calls.remove, async ({ ctx, actor, params }) => {
    await removeMemo(ctx, actor, kind, params.id);
    return ok({ message: messages11.deleted(kind) });
  });
}

// server/src/invoices/export.ts
import sql64 from "sql-template-tag";

// server/src/invoices/invoices.ts
import sql63 from "sql-template-tag";
var wireColumns5 = sql63`
  invoices.id::text as _id, invoices.owner_id::text as "userID", invoices.po_number as "PONumber", invoices.po_date as "PODate",
  invoices.number as "invoiceNumber", invoices.invoice_date as "invoiceDate", invoices.value as "invoiceValue",
  invoices.cgst as "CGSTValue", invoices.sgst as "SGSTValue", invoices.igst as "IGSTValue", invoices.paid as "paymentReceived",
  invoices.created_at as "createdAt", invoices.updated_at as "updatedAt"`;
var list7 = {
  select: wireColumns5,
  from: sql63`invoices`,
  key: sql63`invoices.id`,
  owner: sql63`invoices.owner_id`,
  sorts: {
    // Numbers of digits: 9 comes before 10.
    PONumber: { absentLast: sql63`(invoices.po_number::numeric)` },
    PODate: { absentLast: sql63`invoices.po_date` },
    invoiceNumber: sql63`(invoices.number::numeric)`,
    invoiceDate: sql63`invoices.invoice_date`,
    invoiceValue: sql63`invoices.value`,
    CGSTValue: { absentLast: sql63`invoices.cgst` },
    SGSTValue: { absentLast: sql63`invoices.sgst` },
    IGSTValue: { absentLast: sql63`invoices.igst` },
    paymentReceived: sql63`invoices.paid`,
    // Their order is that of their entry.
    createdAt: sql63`invoices.id`
  },
  days: { first: sql63`min(invoices.invoice_date)`, last: sql63`max(invoices.invoice_date)` }
};
async function listInvoices(ctx, actor, query2) {
  return listRows(ctx.db, listOf7(actor, query2));
}
function listOf7(actor, query2) {
  const during = betweenDates(sql63`invoices.invoice_date`, query2.startDate, query2.endDate);
  return {
    scope: [ownedBy(sql63`invoices.owner_id`, actor, query2.userID)],
    search: [startsWith(sql63`invoices.number`, query2.invoiceNumber, during.first === void 0 && during.last === void 0)],
    during,
    kept: { list: "invoices", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...list7
  };
}
async function getInvoice(ctx, actor, id) {
  return ownInvoice(ctx.db, actor, id);
}
async function ownInvoice(db, actor, id, lock = sql63``) {
  const own = ownRows2(sql63`invoices.owner_id`, actor);
  const found = await findRow(db, list7, sql63`invoices.id = ${idOf3(id)} and ${own} ${lock}`);
  if (found === void 0) throw notFound();
  return found;
}
function insertInvoice(owner, form, today) {
  return sql63`
    insert into invoices (owner_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst)
    values (${owner}, ${form.PONumber}, ${form.PODate}, ${form.invoiceNumber}, ${form.invoiceDate ?? today},
      ${amount3(form.invoiceValue)}, ${amount3(form.CGSTValue)}, ${amount3(form.SGSTValue)}, ${amount3(form.IGSTValue)})
    on conflict (owner_id, number) do nothing
    returning invoices.id, invoices.owner_id, (select row_to_json(wire) from (select ${wireColumns5}) wire) as wire`;
}
async function addInvoice(ctx, actor, body) {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const row = await ctx.db.first(sql63`
    with added as (${insertInvoice(owner, body, indianDay(ctx.clock()))}),
      logged as (${auditOfMade(sql63`added`, { actor, action: "invoice.create", entity: "invoice" })})
    select wire from added`);
  if (row === void 0) throw numberInUse2();
  return decodeNames(row.wire);
}
async function editInvoice(ctx, actor, id, body) {
  return ctx.db.transaction(async (tx) => {
    const before = await ownInvoice(tx, actor, id, sql63`for no key update of invoices`);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = changedForm(invoiceForm, before, sent);
    if (form.invoiceValue.lt(before.paymentReceived)) {
      const text3 = messages9.belowPaid(before.paymentReceived.toFixed(2));
      throw new Refusal(409, text3, { errors: { invoiceValue: text3 } });
    }
    try {
      await tx.execute(sql63`
        update invoices set po_number = ${form.PONumber}, po_date = ${form.PODate}, number = ${form.invoiceNumber},
          invoice_date = ${form.invoiceDate ?? before.invoiceDate}, value = ${amount3(form.invoiceValue)}, cgst = ${amount3(form.CGSTValue)},
          sgst = ${amount3(form.SGSTValue)}, igst = ${amount3(form.IGSTValue)}, updated_at = clock_timestamp()
        where id = ${before._id}`);
    } catch (error) {
      throw error.constraint === "invoices_number" ? numberInUse2() : error;
    }
    const after = await ownInvoice(tx, actor, id);
    await recordChange(tx, { ...entry2(actor, after), action: "invoice.edit" }, before, after);
    return after;
  });
}
async function removeInvoice(ctx, actor, id) {
  await ctx.db.transaction(async (tx) => {
    const before = await ownInvoice(tx, actor, id, sql63`for update of invoices`);
    const removed = await tx.execute(sql63`delete from invoices where id = ${before._id} and payment_count = 0`);
    if (removed === 0) throw new Refusal(409, messages9.hasPayments);
    await recordAudit(tx, { ...entry2(actor, before), action: "invoice.delete", before: { ...before } });
  });
}
var numberInUse2 = () => new Refusal(409, messages9.createFailed, { errors: { invoiceNumber: messages9.createFailed } });
function amount3(value) {
  return value === null ? null : value.toFixed(2);
}
function entry2(actor, { _id, userID }) {
  return { actor, ownerId: userID, entity: "invoice", entityId: _id };
}

// server/src/invoices/sheet.ts
var DIGITS_MAX = 64;
var invoiceColumns = {
  PONumber: digitsColumn({ heading: "PO Number", example: "4500012345", note: "Digits, as text. Optional.", most: DIGITS_MAX }),
  PODate: dateColumn({ heading: "PO Date", example: "01-11-2026", note: "A date, or text as DD-MM-YYYY. Optional." }),
  invoiceNumber: required(
    digitsColumn({
      heading: "Invoice Number",
      example: "0001042",
      note: "Digits, as text, so that leading zeros stay. Each number once: one that is stored already is an error.",
      most: DIGITS_MAX
    })
  ),
  invoiceDate: dateColumn({
    heading: "Invoice Date",
    example: "10-11-2026",
    note: "A date, or text as DD-MM-YYYY. Today where it is empty."
  }),
  invoiceValue: required(
    decimalColumn({ heading: "Invoice Value", example: 118, note: "In rupees, with the taxes, at most two decimals.", range: AMOUNT })
  ),
  CGSTValue: decimalColumn({
    heading: "CGST Value",
    example: 9,
    note: "In rupees. Within one state CGST and SGST, else IGST.",
    range: MONEY
  }),
  SGSTValue: decimalColumn({ heading: "SGST Value", example: 9, note: "In rupees, as much as CGST.", range: MONEY }),
  IGSTValue: decimalColumn({ heading: "IGST Value", example: "", note: "In rupees. Between two states.", range: MONEY })
};

// server/src/invoices/export.ts
var exported3 = { ...invoiceColumns, paymentReceived: exportColumn("Payment Received", { format: "amount" }) };
var exportedOfAll3 = { vendorCode: exportColumn("Vendor Code"), vendorName: exportColumn("Vendor Name", { width: 32 }), ...exported3 };
var columns7 = sql64`
  invoices.po_number as "PONumber", invoices.po_date as "PODate", invoices.number as "invoiceNumber", invoices.invoice_date as "invoiceDate",
  invoices.value as "invoiceValue", invoices.cgst as "CGSTValue", invoices.sgst as "SGSTValue", invoices.igst as "IGSTValue",
  invoices.paid as "paymentReceived", users.vendor_code as "vendorCode", users.vendor_name as "vendorName"`;
function exportInvoices(ctx, actor, query2) {
  const rows = streamRows(
    ctx.reports,
    allRows({ ...listOf7(actor, query2), select: columns7, join: sql64`join users on users.id = invoices.owner_id` })
  );
  return downloadSheet("invoices.xlsx", actor.isAdmin ? exportedOfAll3 : exported3, rows, { sheet: "Invoices", reader: actor });
}

// server/src/invoices/upload.ts
import sql65 from "sql-template-tag";
var { heading: NUMBER } = invoiceColumns.invoiceNumber;
function invoiceIntake(ctx, actor, owner, fileName) {
  return {
    columns: invoiceColumns,
    open(tx) {
      const firstRow = firstRows();
      let isStaging = false;
      return {
        keep({ row, value }, errors, remarks3) {
          const first = firstRow(value.invoiceNumber, row);
          if (first !== null) errors.add(row, NUMBER, `${value.invoiceNumber} stands in row ${first} already.`);
          for (const [field2, remark] of Object.entries(taxRemarks(value, null, null))) {
            remarks3.add(row, invoiceColumns[field2].heading, remark);
          }
          return first === null ? { row, invoice: value } : null;
        },
        async store(rows, { errors, onlyCheck }) {
          if (!onlyCheck && !isStaging) await startStaging(tx, owner);
          isStaging ||= !onlyCheck;
          const free = await freeNumbers(
            tx,
            owner,
            rows.map(({ invoice: invoice2 }) => invoice2.invoiceNumber)
          );
          for (const { row, invoice: invoice2 } of rows)
            if (!free.has(invoice2.invoiceNumber)) errors.add(row, NUMBER, storedAlready(invoice2.invoiceNumber));
          if (!onlyCheck && errors.total === 0) await stage(ctx, tx, rows);
          return { created: free.size, updated: 0 };
        },
        async end(counts, errors) {
          for (const { row, number: number18 } of await storeStaged(tx, actor, owner)) errors.add(row, NUMBER, storedAlready(number18));
          await recordSheet(tx, { actor, ownerId: owner, action: "invoice.upload", entity: "invoice" }, fileName, counts);
        }
      };
    }
  };
}
var storedAlready = (number18) => `Invoice ${number18} is stored already.`;
async function startStaging(tx, owner) {
  await tx.execute(sql65`select pg_advisory_xact_lock(hashtextextended(${`invoices:${owner}`}, 0))`);
  await tx.execute(sql65`
    create temporary table staged_invoices (place int, po_number text, po_date date, number text collate "C", invoice_date date, value numeric,
      cgst numeric, sgst numeric, igst numeric) on commit drop`);
}
async function stage(ctx, tx, rows) {
  const column2 = (pick) => rows.map(({ invoice: invoice2 }) => pick(invoice2));
  const today = indianDay(ctx.clock());
  await tx.execute(sql65`
    insert into staged_invoices
    select * from unnest(${rows.map(({ row }) => row)}::int[], ${column2(({ PONumber }) => PONumber)}::text[],
      ${column2(({ PODate }) => PODate)}::date[], ${column2(({ invoiceNumber }) => invoiceNumber)}::text[],
      ${column2(({ invoiceDate }) => invoiceDate ?? today)}::date[], ${column2(({ invoiceValue }) => invoiceValue.toFixed(2))}::numeric[],
      ${column2(({ CGSTValue }) => CGSTValue?.toFixed(2) ?? null)}::numeric[], ${column2(({ SGSTValue }) => SGSTValue?.toFixed(2) ?? null)}::numeric[],
      ${column2(({ IGSTValue }) => IGSTValue?.toFixed(2) ?? null)}::numeric[])`);
}
async function storeStaged(tx, actor, owner) {
  await tx.execute(sql65`analyze staged_invoices`);
  await tx.execute(sql65`set local statement_timeout = '5min'`);
  return tx.rows(sql65`
    with added as (
      insert into invoices (owner_id, po_number, po_date, number, invoice_date, value, cgst, sgst, igst)
      select ${owner}, po_number, po_date, number, invoice_date, value, cgst, sgst, igst from staged_invoices order by place
      on conflict (owner_id, number) do nothing
      returning *
    ),
    logged as (
      insert into audit_log (actor_id, owner_id, action, entity, entity_id, after)
      select ${actor.id}, owner_id, 'invoice.create', 'invoice', id::text, jsonb_build_object('PONumber', po_number, 'PODate', po_date,
        'invoiceNumber', number, 'invoiceDate', invoice_date, 'invoiceValue', value, 'CGSTValue', cgst, 'SGSTValue', sgst, 'IGSTValue', igst)
      from added
    )
    select place as row, number from staged_invoices staged where not exists (select from added where added.number = staged.number) order by place`);
}
async function freeNumbers(db, owner, numbers3) {
  const taken = await db.rows(sql65`
    select number from invoices where owner_id = ${owner} and number = any(${numbers3}::text[])`);
  const free = new Set(numbers3);
  for (const { number: number18 } of taken) free.delete(number18);
  return free;
}

// server/src/invoices/routes.ts
function invoiceRoutes(app, context) {
  serve(app, context, invoices.list, async ({ ctx, actor, query: query2 }) => listReply(await listInvoices(ctx, actor, query2)));
  serve(app, context, invoices.get, async ({ ctx, actor, params }) => ok([await getInvoice(ctx, actor, params.id)]));
  serve(
    app,
    context,
    invoices.create,
    async ({ ctx, actor, body }) => ok({ message: messages9.created, data: await addInvoice(ctx, actor, body) })
  );
  serve(
    app,
    context,
    invoices.edit,
    async ({ ctx, actor, params, body }) => ok({ message: messages9.updated, data: await editInvoice(ctx, actor, params.id, body) })
  );
  serve(app, context, invoices.remove, async ({ ctx, actor, params }) => {
    await removeInvoice(ctx, actor, params.id);
    return ok({ message: messages9.deleted });
  });
  sheetRoutes(app, context, invoices, {
    fileName: "sampleInvoiceSheet.xlsx",
    sheet: "Invoices",
    columns: invoiceColumns,
    intake: invoiceIntake,
    download: exportInvoices
  });
}

// server/src/payments/payments.ts
import sql66 from "sql-template-tag";
var list8 = {
  select: sql66`
    payments.id::text as _id, payments.owner_id::text as "vendorId", users.vendor_code as "vendorCode", users.vendor_name as "vendorName",
    users.gstin as gst, payments.paid_on as "paymentDate", payments.mode as "tenderType", payments.amount, payments.remarks,
    invoices.number as invoice`,
  from: sql66`payments`,
  join: sql66`join users on users.id = payments.owner_id left join invoices on invoices.id = payments.invoice_id`,
  key: sql66`payments.id`,
  owner: sql66`payments.owner_id`,
  sorts: {
    paymentDate: sql66`payments.paid_on`,
    amount: sql66`payments.amount`,
    // The number of the invoice, kept beside the payment.
    invoice: { absentLast: sql66`payments.invoice_digits` }
  },
  days: { first: sql66`min(payments.paid_on)`, last: sql66`max(payments.paid_on)` }
};
async function listPayments(ctx, actor, query2) {
  return listRows(ctx.reports, paymentList(actor, query2));
}
function paymentList(actor, query2) {
  return {
    scope: [ownedBy(sql66`payments.owner_id`, actor, query2.userID)],
    during: betweenDates(sql66`payments.paid_on`, query2.startDate, query2.endDate),
    kept: { list: "payments", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...list8
  };
}
async function addPayment(ctx, actor, body) {
  const owner = await ownerFor(ctx.db, actor, body.userID);
  const row = await ctx.db.first(sql66`
    with invoice as (
      select id, value - paid as balance from invoices where owner_id = ${owner} and number = ${body.invoiceNumber} for no key update
    ), payments as (
      insert into payments (owner_id, invoice_id, amount, mode, remarks, paid_on)
      select ${owner}, id, ${body.amount.toFixed(2)}::numeric, ${body.paymentMode}, ${body.Remarks}, ${indianDay(ctx.clock())}::date
      from invoice where balance >= ${body.amount.toFixed(2)}::numeric
      returning *
    ), added as (
      select payments.id, payments.owner_id, (select row_to_json(wire) from (select ${list8.select}) wire) as wire
      from payments ${list8.join}
    ), logged as (${auditOfMade(sql66`added`, { actor, action: "payment.create", entity: "payment" })}
    ), told as (
      ${mailOfMade(
    "payments",
    sql66`
        select owner_id, jsonb_build_object('count', 1, 'total', amount::text, 'payments', jsonb_build_array(jsonb_build_object(
          'invoice', ${body.invoiceNumber}::text, 'amount', amount::text, 'mode', mode, 'paidOn', paid_on)))
        from payments`
  )}
    )
    select invoice.balance, added.wire from invoice left join added on true`);
  if (row === void 0) throw notFound();
  if (row.wire !== null) return decodeNames(row.wire);
  const left = new Decimal(row.balance);
  throw invalid({ amount: left.isZero() ? messages13.nothingLeft : messages13.tooMuch(left.toFixed(2)) });
}
var numbers2 = { select: sql66`to_json(invoices.number)`, from: sql66`invoices`, key: sql66`invoices.id`, bare: true };
async function listNumbers(ctx, actor, query2) {
  return listRows(ctx.db, {
    owner: sql66`invoices.owner_id`,
    sorts: { invoiceNumber: sql66`(invoices.number::numeric)` },
    scope: [ownedBy(sql66`invoices.owner_id`, actor, query2.userID)],
    state: query2.all === "true" ? null : sql66`invoices.is_open`,
    search: [startsWith(sql66`invoices.number`, query2.search)],
    kept: { list: query2.all === "true" ? "invoices" : "invoices open", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2),
    ...numbers2
  });
}
async function balanceOf(ctx, actor, number18, userId) {
  const own = ownedBy(sql66`owner_id`, actor, userId) ?? sql66`true`;
  const [found, another] = await ctx.db.rows(sql66`
    select value, paid from invoices where number = ${number18} and ${own} limit 2`);
  if (found === void 0) throw notFound();
  if (another !== void 0) throw new Refusal(404, messages13.chooseVendor);
  return {
    invoiceValue: new Decimal(found.value).minus(found.paid).toNumber(),
    invoiceTotal: Number(found.value),
    paid: Number(found.paid)
  };
}

// server/src/payments/reports.ts
import sql67 from "sql-template-tag";
var columns8 = sql67`
  vendor_books.owner_id::text as "vendorId", users.vendor_code as "vendorCode", users.vendor_name as "vendorName",
  vendor_books.invoice_total as invoice, vendor_books.paid_total as amount, vendor_books.balance`;
var list9 = {
  select: columns8,
  from: sql67`vendor_books join users on users.id = vendor_books.owner_id`,
  key: sql67`vendor_books.owner_id`,
  sorts: {
    vendorCode: sql67`users.vendor_code`,
    vendorName: sql67`users.vendor_name`,
    invoice: sql67`vendor_books.invoice_total`,
    amount: sql67`vendor_books.paid_total`,
    balance: sql67`vendor_books.balance`
  }
};
var aged = {
  ...list9,
  select: sql67`${columns8}, aged.days0to30, aged.days31to60, aged.days61to90,
    vendor_books.balance - aged.days0to30 - aged.days31to60 - aged.days61to90 as over90`
};
function ageing(today) {
  const between = (least, most) => sql67`coalesce(sum(due_days.balance) filter (where due_days.day between ${today}::date - ${most}::int and ${today}::date - ${least}::int), 0)`;
  return sql67`cross join lateral (
    select coalesce(sum(due_days.balance) filter (where due_days.day >= ${today}::date - 30), 0) as days0to30,
      ${between(31, 60)} as days31to60, ${between(61, 90)} as days61to90
    from due_days where due_days.owner_id = vendor_books.owner_id and due_days.day >= ${today}::date - 90) aged`;
}
async function listOutstanding(ctx, actor, query2) {
  return listRows(ctx.reports, outstandingList(ctx, actor, query2));
}
function outstandingList(ctx, actor, query2) {
  const page = pageOf2(query2);
  return {
    scope: [ownedBy(sql67`vendor_books.owner_id`, actor, query2.userID)],
    page: page.sortBy === void 0 ? { ...page, sortBy: "balance", descending: query2.sortOrder !== "asc" } : page,
    ...query2.ageing === "true" ? { ...aged, join: ageing(indianDay(ctx.clock())) } : list9
  };
}
function refuseOtherSort(query2, isOutstanding) {
  const known = isOutstanding ? OUTSTANDING_SORTS : PAYMENT_SORTS;
  if (query2.sortBy !== void 0 && !known.includes(query2.sortBy)) throw invalid({ sortBy: `Must be one of ${known.join(", ")}.` });
}
var returns = {
  select: sql67`
    purchase_returns.id::text as _id, purchase_returns.po_number as "gstGrRef", purchase_returns.po_date as "poDate",
    purchase_returns.invoice_number as "docRef", purchase_returns.invoice_date as "docDate", purchase_returns.item_name as "itemName",
    purchase_returns.received_quantity as "grQty", purchase_returns.returned_quantity as "prQty", purchase_returns.remarks`,
  from: sql67`purchase_returns`,
  key: sql67`purchase_returns.id`,
  owner: sql67`purchase_returns.owner_id`,
  sorts: {
    poDate: { absentLast: sql67`purchase_returns.po_date` },
    docDate: { absentLast: sql67`purchase_returns.invoice_date` },
    grQty: sql67`purchase_returns.received_quantity`,
    prQty: sql67`purchase_returns.returned_quantity`
  },
  days: { first: sql67`min(purchase_returns.invoice_date)`, last: sql67`max(purchase_returns.invoice_date)` }
};
var RETURNS_PAGE = 5;
async function listReturns(ctx, actor, query2) {
  return listRows(ctx.reports, {
    scope: [ownedBy(sql67`purchase_returns.owner_id`, actor, query2.userID)],
    during: betweenDates(sql67`purchase_returns.invoice_date`, query2.startDate, query2.endDate),
    kept: { list: "returns", owner: keptOf(actor, query2.userID) },
    page: pageOf2(query2, RETURNS_PAGE),
    ...returns
  });
}

// server/src/payments/exports.ts
var paymentColumns2 = {
  vendorCode: exportColumn("Vendor Code"),
  gst: exportColumn("Vendor GSTIN", { width: 20 }),
  vendorName: exportColumn("Vendor Name", { width: 32 }),
  paymentDate: exportColumn("Payment Date", { format: "date" }),
  tenderType: exportColumn("Payment Mode"),
  amount: exportColumn("Amount", { format: "amount" }),
  remarks: exportColumn("Remarks", { width: 40 }),
  invoice: exportColumn("Invoice Reference", { width: 20 })
};
var amount4 = (heading2) => exportColumn(heading2, { format: "amount", width: 18 });
var outstandingColumns = {
  vendorCode: exportColumn("Vendor Code"),
  vendorName: exportColumn("Vendor Name", { width: 32 }),
  invoice: amount4("Invoice Total"),
  amount: amount4("Payment Total"),
  balance: amount4("Balance Total")
};
var agedColumns = {
  ...outstandingColumns,
  days0to30: amount4("0-30 days"),
  days31to60: amount4("31-60 days"),
  days61to90: amount4("61-90 days"),
  over90: amount4("Over 90 days")
};
function exportPayments(ctx, actor, query2) {
  const rows = streamRows(ctx.reports, allRows(paymentList(actor, query2)));
  return downloadSheet("vendor-payments.xlsx", paymentColumns2, rows, { sheet: "Payments", reader: actor });
}
function exportOutstanding(ctx, actor, query2) {
  const list10 = outstandingList(ctx, actor, query2);
  const rows = streamRows(ctx.reports, allRows(list10));
  return downloadSheet("outstanding.xlsx", query2.ageing === "true" ? agedColumns : outstandingColumns, rows, {
    sheet: "Outstanding",
    reader: actor
  });
}

// server/src/payments/routes.ts
function paymentRoutes(app, context) {
  serve(
    app,
    context,
    payments.create,
    async ({ ctx, actor, body }) => ok({ message: messages13.added, data: await addPayment(ctx, actor, body) })
  );
  serve(app, context, payments.numbers, async ({ ctx, actor, query: query2 }) => listReply(await listNumbers(ctx, actor, query2)));
  serve(
    app,
    context,
    payments.balance,
    async ({ ctx, actor, params, query: query2 }) => ok(await balanceOf(ctx, actor, params.invoiceNumber, query2.userID))
  );
  serve(app, context, payments.report, async ({ ctx, actor, query: query2, body }) => {
    const isOutstanding = body.status === "OS";
    const asked = { ...query2, userID: body.userID ?? query2.userID };
    refuseOtherSort(asked, isOutstanding);
    return resultReply(isOutstanding ? await listOutstanding(ctx, actor, asked) : await listPayments(ctx, actor, asked));
  });
  serve(app, context, payments.exportPayments, async ({ ctx, actor, query: query2 }) => ok(await exportPayments(ctx, actor, query2)));
  serve(app, context, payments.exportOutstanding, async ({ ctx, actor, query: query2 }) => ok(await exportOutstanding(ctx, actor, query2)));
  serve(app, context, payments.returns, async ({ ctx, actor, query: query2 }) => resultReply(await listReturns(ctx, actor, query2)));
}

// server/src/purchase-orders/export.ts
var vendorColumns = {
  poNumber: exportColumn("PO Number", { width: 20 }),
  poDate: exportColumn("PO Date", { format: "date" }),
  totalPurchaseItems: exportColumn("Items", { format: "number" }),
  value: exportColumn("Value", { format: "amount" }),
  status: exportColumn("Status"),
  deliveryStatus: exportColumn("Delivery"),
  paymentStatus: exportColumn("Payment")
};
var { poNumber, poDate, ...figures } = vendorColumns;
var adminColumns = { poNumber, poDate, vendorName: exportColumn("Vendor", { width: 32 }), ...figures };
function exportOrders2(ctx, actor, query2) {
  const rows = streamRows(ctx.reports, allRows(exportList(actor, query2)));
  return downloadSheet("purchase-orders.xlsx", actor.isAdmin ? adminColumns : vendorColumns, rows, {
    sheet: "Purchase orders",
    reader: actor
  });
}

// contract/src/code128.ts
var ENCODABLE = /^[\x20-\x7e]{1,48}$/;
var QUIET = 10;
var WIDTHS = "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112".split(" ");
var BLANK = 32;
var TO_C = 99;
var TO_B = 100;
var START_B = 104;
var START_C = 105;
var STOP = 106;
var MODULUS = 103;
function symbols128(text3) {
  if (!ENCODABLE.test(text3)) return null;
  const values = fewest(text3);
  const check2 = values.reduce((sum3, value, place) => sum3 + value * Math.max(place, 1), 0) % MODULUS;
  return [...values, check2, STOP];
}
function fewest(text3) {
  let [inB, inC, inCAfter] = [[], [], []];
  for (let place = text3.length - 1; place >= 0; place -= 1) {
    const letter = [text3.charCodeAt(place) - BLANK, ...inB];
    const pair = /^\d\d/.test(text3.slice(place)) ? [Number(text3.slice(place, place + 2)), ...inCAfter] : null;
    inCAfter = inC;
    inB = pair !== null && pair.length + 1 < letter.length ? [TO_C, ...pair] : letter;
    inC = pair !== null && pair.length <= letter.length + 1 ? pair : [TO_B, ...letter];
  }
  return inC.length <= inB.length ? [START_C, ...inC] : [START_B, ...inB];
}
function code128(text3) {
  const symbols = symbols128(text3);
  if (symbols === null) return null;
  return symbols.map((value) => Array.from(WIDTHS[value] ?? "", (width, place) => (place % 2 === 0 ? "1" : "0").repeat(Number(width))).join("")).join("");
}
function bars(modules) {
  return Array.from(modules.matchAll(/1+/g), (run) => [run.index, run[0].length]);
}

// contract/src/paper.ts
var DOT = 1 / 8;
var BARCODE = { module: 2 * DOT, height: 45 * DOT, font: 20 * DOT };
var BARCODE_HEIGHT = BARCODE.height + BARCODE.font * 1.25;
var POINT = 25.4 / 72;
var LEADING = 1.35;
function linesHigh(size, lines = 1) {
  return size * LEADING * POINT * lines;
}
var WIDE = 0.66;
function fitted(words2, width, most) {
  return Math.min(most, Math.floor(width * 10 / (words2.length * WIDE * POINT)) / 10);
}
function textAt(x, y, width, size, words2, more = {}) {
  return { kind: "text", x, y, width, size, text: words2, ...more };
}
var TABLE_SIZE = 7;
var A4 = { width: 210, height: 297, margin: 10 };
var LABEL = { width: 100, height: 150, margin: 0 };
function barcodeWidth(text3) {
  const modules = code128(text3);
  return modules === null ? null : (modules.length + 2 * QUIET) * BARCODE.module;
}
var NOT_ENCODABLE = "No barcode: it can hold plain letters, digits and signs only, at most 48.";
var TOO_WIDE = "No barcode: at a width that scanners read it would be wider than the paper.";
function whyNoBarcode(text3, width) {
  const needed = barcodeWidth(text3);
  if (needed === null) return NOT_ENCODABLE;
  return needed > width ? TOO_WIDE : null;
}

// contract/src/taxLabels.ts
var HALF = "2.5";
var WHOLE3 = "5";
function taxLabels(line2, supplier, buyer) {
  const { sgstPercent, igstPercent } = line2.salesOrderTaxModel.tax;
  if ([line2.CGSTInPer, sgstPercent, igstPercent].some((rate3) => rate3 !== null)) {
    return { SGST: new Decimal(sgstPercent ?? 0), CGST: new Decimal(line2.CGSTInPer ?? 0), IGST: new Decimal(igstPercent ?? 0) };
  }
  const between = supplier !== null && buyer !== null && isInterState(supplier, buyer);
  const half = between ? 0 : HALF;
  return { SGST: new Decimal(half), CGST: new Decimal(half), IGST: new Decimal(between ? WHOLE3 : 0) };
}
function taxLabelTexts(labels) {
  return ["SGST", "CGST", "IGST"].map((head) => `${head} ${labels[head].toString()}%`);
}

// contract/src/packingLabels.ts
function senderAddress({ order, sender }) {
  if (order.vendorAddress !== null && order.vendorAddress.trim() !== "") return oneLine(order.vendorAddress);
  const code2 = stateCodeOf(null, sender.state);
  const place = `${sender.city} ${sender.postal_Code}`.trim();
  return [sender.address_Line1, sender.address_Line2, place, code2 === null ? "" : placeOf(code2)].filter((part) => part !== "").join(", ");
}
function taxTexts({ sender, buyerState: buyerState2 }, line2) {
  return taxLabelTexts(taxLabels(line2, stateCodeOf(sender.gstin, sender.state), buyerState2));
}
var LEFT = 4;
var RIGHT = 96;
var WIDTH2 = RIGHT - LEFT;
var BARCODE_LEFT = LEFT - 2.5;
var strong = { bold: true };
var rule = (y) => ({ kind: "rule", x: LEFT, y, width: WIDTH2 });
function field(x, y, width, size, caption, value, more = {}) {
  return [textAt(x, y, width, 6, caption), textAt(x, y + 2.8, width, size, value, more)];
}
function barcode(y, value, width) {
  const why = whyNoBarcode(value, width);
  return why === null ? [{ kind: "barcode", x: BARCODE_LEFT, y, text: value }] : [textAt(LEFT, y, width - 4, 7, why, { lines: 2 })];
}
function eanOf({ EANCode: ean3 }) {
  if (ean3 === null || ean3 === "") return [textAt(LEFT, 96.8, 60, 8, "\u2013")];
  const width = 62;
  return whyNoBarcode(ean3, width) === null ? barcode(97.8, ean3, width) : [textAt(LEFT, 96.8, width, 8, ean3), ...barcode(101, ean3, width)];
}
function packingLabel(packing, { line: line2, carton, of }) {
  const { order, sender } = packing;
  const item2 = order.listOfItems[line2 - 1];
  if (item2 === void 0) throw new Error(`an order of ${order.listOfItems.length} lines has no line ${line2}`);
  const unit = item2.uom === null ? "" : ` ${item2.uom}`;
  const ordered = `${showNumber(item2.itemQuantityInCart)}${unit}`;
  const quantity3 = quantityIn(item2, of, carton);
  const content = quantity3 === null ? `Part of ${ordered}` : `${showNumber(quantity3.toString())}${unit}`;
  const mrp2 = showMoney(item2.itemSellingPrice);
  return [
    ...field(LEFT, 4, 64, 9, "From", order.vendorName, { bold: true, lines: 2 }),
    ...field(70, 4, RIGHT - 70, 12, "Vendor code", String(sender.vendor_Code), strong),
    textAt(LEFT, 15.6, WIDTH2, 7, sender.gstin === null ? "" : `GSTIN ${sender.gstin}`),
    textAt(LEFT, 19, WIDTH2, 7, senderAddress(packing), { lines: 2 }),
    rule(26.4),
    ...field(LEFT, 27.4, WIDTH2, 10, "Deliver to", order.deliveryLocation ?? "\u2013", { bold: true, lines: 3 }),
    rule(45.2),
    ...field(LEFT, 46.2, 56, Math.max(8, fitted(order.poNumber, 56, 12)), "PO number", order.poNumber, { bold: true, lines: 2 }),
    ...field(62, 46.2, 16, 8, "PO date", showDate(order.poDate)),
    ...field(80, 46.2, 16, 8, "Deliver by", showDate(order.deliverBy)),
    ...barcode(56.7, order.poNumber, RIGHT + 4 - BARCODE_LEFT),
    rule(65.8),
    ...field(LEFT, 66.4, WIDTH2, 11, `Item \xB7 line ${line2} of ${order.listOfItems.length}`, item2.itemName, { bold: true, lines: 3 }),
    ...field(LEFT, 86, 30, 8, "Item code", item2.itemCode),
    ...field(36, 86, 20, 8, "HSN", item2.hsnCode ?? "\u2013"),
    ...field(58, 86, RIGHT - 58, 8, "SKU", item2.SKUCode ?? "\u2013"),
    textAt(LEFT, 94, 60, 6, "EAN"),
    ...eanOf(item2),
    textAt(68, 94, RIGHT - 68, 6, "Tax"),
    ...taxTexts(packing, item2).map((words2, place) => textAt(68, 96.8 + place * 4, RIGHT - 68, 8, words2)),
    rule(110.4),
    ...field(LEFT, 111.4, 56, fitted(content, 56, 18), "Quantity in this carton", content, strong),
    ...field(62, 111.4, RIGHT - 62, fitted(mrp2, RIGHT - 62, 18), "MRP", mrp2, strong),
    textAt(LEFT, 123.2, 56, 8, `of ${ordered} ordered`),
    rule(128.4),
    textAt(LEFT, 130.8, WIDTH2, 26, `Carton ${carton} of ${of}`, { bold: true, align: "center" })
  ];
}
function packingLabels(packing, cartons2) {
  return [...cartons2].sort(([one2], [other]) => one2 - other).flatMap(([line2, of]) => Array.from({ length: of }, (_, place) => packingLabel(packing, { line: line2, carton: place + 1, of })));
}

// contract/src/packageSheet.ts
var WIDTH3 = A4.width - 2 * A4.margin;
var MIDDLE = WIDTH3 / 2 + 4;
var BARCODE_WIDTH = 38;
var amount5 = (value, bold = false) => ({ text: showMoney(new Decimal(value).toString(), ""), bold, lines: 2 });
var rupees2 = (value) => showMoney(value.toString());
var sum2 = (lines, of) => lines.reduce((total, line2) => total.plus(of(line2)), new Decimal(0));
var TAXES = [
  ["CGST", (line2) => line2.salesOrderTaxModel.cgstTaxAmt],
  ["SGST", (line2) => line2.salesOrderTaxModel.sgstTaxAmt],
  ["IGST", (line2) => line2.salesOrderTaxModel.igstTaxAmt],
  ["Cess", (line2) => line2.salesOrderTaxModel.gstCessAmount]
];
var taxable = (line2) => line2.salesOrderTaxModel.taxableAmount;
function rateOf(line2) {
  const { tax, gstCess } = line2.salesOrderTaxModel;
  const isStated = [line2.CGSTInPer, tax.sgstPercent, tax.igstPercent].some((rate3) => rate3 !== null);
  if (!isStated) return "No rate stated";
  const { CGST, SGST, IGST } = taxLabels(line2, null, null);
  const heads = [
    ["CGST", CGST],
    ["SGST", SGST],
    ["IGST", IGST],
    ["cess", new Decimal(gstCess ?? 0)]
  ];
  const due = heads.filter(([, rate3]) => !rate3.isZero()).map(([name, rate3]) => `${name} ${rate3.toString()}%`);
  return due.length === 0 ? "Nil" : due.join(" + ");
}
function taxGroups(lines) {
  const groups = /* @__PURE__ */ new Map();
  for (const line2 of lines) {
    const rate3 = rateOf(line2);
    groups.set(rate3, [...groups.get(rate3) ?? [], line2]);
  }
  return [...groups].map(([rate3, of]) => ({ rate: rate3, lines: of }));
}
function packageSheet(packing, cartons2) {
  const { order } = packing;
  const counts = new Map(order.listOfItems.map((line2, place) => [place + 1, cartons2.get(place + 1) ?? proposedCartons(line2)]));
  return {
    title: `Package sheet ${order.poNumber}`,
    parts: [letterhead(packing), itemTable(packing, counts), ...taxes(order.listOfItems), end(packing, counts)],
    footer: `${order.vendorName} \xB7 PO ${order.poNumber} of ${showDate(order.poDate)}`,
    watermark: order.status === "Cancelled" ? "CANCELLED" : null
  };
}
function letterhead(packing) {
  const { order, sender } = packing;
  const why = whyNoBarcode(order.poNumber, WIDTH3 - MIDDLE);
  const facts = [
    ["PO date", showDate(order.poDate)],
    ["Deliver by", showDate(order.deliverBy)],
    ["Status", `${order.status}, delivery ${order.deliveryStatus.toLowerCase()}`],
    ["Vendor reference", order.acknowledgementReference ?? "\u2013"]
  ];
  const half = MIDDLE - 8;
  return {
    kind: "block",
    height: 64,
    pieces: [
      textAt(0, 0, half, 14, order.vendorName, { bold: true, lines: 2 }),
      textAt(0, 14.4, half, 8, `Vendor code ${sender.vendor_Code}${sender.gstin === null ? "" : ` \xB7 GSTIN ${sender.gstin}`}`),
      textAt(0, 18.4, half, 8, senderAddress(packing), { lines: 2 }),
      textAt(MIDDLE, 0, WIDTH3 - MIDDLE, 14, "Package sheet", { bold: true, align: "right" }),
      textAt(MIDDLE, 8, WIDTH3 - MIDDLE, 10, `Purchase order ${order.poNumber}`, { bold: true, align: "right", lines: 2 }),
      ...order.status === "Cancelled" ? [textAt(MIDDLE, 19, WIDTH3 - MIDDLE, 14, "CANCELLED", { bold: true, align: "right" })] : [],
      { kind: "rule", x: 0, y: 28, width: WIDTH3 },
      textAt(0, 30, half, 7, "Deliver to"),
      textAt(0, 33.6, half, 10, order.deliveryLocation ?? "\u2013", { bold: true, lines: 3 }),
      ...why === null ? [{ kind: "barcode", x: -2.5, y: 51, text: order.poNumber }] : [textAt(0, 51, half, 7, why, { lines: 2 })],
      ...facts.flatMap(([caption, value], place) => [
        textAt(MIDDLE, 30 + place * 5, 28, 8, caption),
        textAt(MIDDLE + 28, 30 + place * 5, WIDTH3 - MIDDLE - 28, 8, value, { bold: true })
      ])
    ]
  };
}
var CODES = [
  ["HSN", (line2) => line2.hsnCode],
  ["SKU", (line2) => line2.SKUCode]
];
function itemTable(packing, cartons2) {
  return {
    kind: "table",
    columns: [
      { title: "No.", width: 8 },
      { title: "Item", width: 54 },
      { title: "Barcode", width: BARCODE_WIDTH },
      { title: "Quantity Cartons", width: 17, align: "right" },
      { title: "MRP (\u20B9) Price (\u20B9)", width: 17, align: "right" },
      { title: "Taxable (\u20B9)", width: 18, align: "right" },
      { title: "Tax (\u20B9)", width: 18, align: "right" },
      { title: "Total (\u20B9)", width: 20, align: "right" }
    ],
    rows: packing.order.listOfItems.map((line2, place) => {
      const count3 = cartons2.get(place + 1) ?? 1;
      const codes3 = CODES.flatMap(([name, of]) => of(line2) === null ? [] : [`${name} ${of(line2)}`]);
      const ean3 = line2.EANCode ?? "";
      const why = ean3 === "" ? "\u2013" : whyNoBarcode(ean3, BARCODE_WIDTH);
      return [
        [{ text: String(place + 1) }],
        [
          { text: line2.itemName, bold: true, lines: 2 },
          { text: [line2.itemCode, ...codes3].join(" \xB7 "), lines: 2 }
        ],
        why === null ? { barcode: ean3 } : [{ text: ean3 === "" ? why : ean3, lines: 2 }, ...ean3 === "" ? [] : [{ text: why, lines: 2 }]],
        [
          { text: `${showNumber(line2.itemQuantityInCart)} ${line2.uom ?? ""}`.trim(), bold: true },
          { text: `${showNumber(count3)} ${count3 === 1 ? "carton" : "cartons"}` }
        ],
        [line2.itemSellingPrice === null ? { text: "\u2013" } : amount5(line2.itemSellingPrice), amount5(line2.itemPrice)],
        [amount5(taxable(line2))],
        [
          amount5(line2.taxAMT),
          // Amounts are the order's: no rate is offered for them.
          ...rateOf(line2) === "No rate stated" ? [] : taxTexts(packing, line2).filter((words2) => !words2.endsWith(" 0%")).map((words2) => ({ text: words2 }))
        ],
        [amount5(line2.totalCost, true)]
      ];
    })
  };
}
function taxes(items) {
  if (items.length === 0) return [];
  const row = (rate3, of, bold) => [
    [{ text: rate3, bold }],
    [amount5(sum2(of, taxable), bold)],
    ...TAXES.map(([, tax]) => [amount5(sum2(of, tax), bold)])
  ];
  return [
    { kind: "block", height: 8, pieces: [textAt(0, 3, WIDTH3, 9, "Taxes by rate", { bold: true })] },
    {
      kind: "table",
      columns: [
        { title: "Rate", width: 60 },
        { title: "Taxable (\u20B9)", width: 26, align: "right" },
        ...TAXES.map(([title]) => ({ title: `${title} (\u20B9)`, width: 26, align: "right" }))
      ],
      rows: [...taxGroups(items).map((group) => row(group.rate, group.lines, false)), row("Together", items, true)]
    }
  ];
}
var SIGNATURES = ["Packed by", "Checked by", "Received by"];
function end({ order }, cartons2) {
  const items = order.listOfItems;
  const totals = [
    ["Taxable", sum2(items, taxable)],
    ...TAXES.map(([head, tax]) => [head, sum2(items, tax)]).filter(([, tax]) => !tax.isZero())
  ];
  const total = sum2(items, (line3) => line3.totalCost);
  const line2 = linesHigh(9);
  const below = 4 + totals.length * line2;
  const signAt = below + 30;
  const third = WIDTH3 / SIGNATURES.length;
  return {
    kind: "block",
    height: signAt + 6,
    pieces: [
      textAt(0, 4, MIDDLE, 9, `${showNumber(items.length)} ${items.length === 1 ? "line" : "lines"}`),
      textAt(0, 4 + line2, MIDDLE, 12, `${showNumber(labelCount(cartons2))} ${labelCount(cartons2) === 1 ? "carton" : "cartons"} in all`, {
        bold: true
      }),
      ...totals.flatMap(([caption, value], place) => [
        textAt(MIDDLE, 4 + place * line2, 30, 9, caption),
        textAt(MIDDLE + 30, 4 + place * line2, WIDTH3 - MIDDLE - 30, 9, rupees2(value), { align: "right" })
      ]),
      { kind: "rule", x: MIDDLE, y: below + 0.6, width: WIDTH3 - MIDDLE },
      textAt(MIDDLE, below + 1.6, 30, 11, "Total", { bold: true }),
      textAt(MIDDLE + 30, below + 1.6, WIDTH3 - MIDDLE - 30, 11, rupees2(total), { bold: true, align: "right" }),
      ...SIGNATURES.flatMap((caption, place) => [
        { kind: "rule", x: place * third, y: signAt, width: third - 8 },
        textAt(place * third, signAt + 1, third - 8, 7, `${caption}, date`)
      ])
    ]
  };
}

// server/src/purchase-orders/prints.ts
import sql68 from "sql-template-tag";

// server/src/print/pdf.ts
import { setImmediate as setImmediate3 } from "node:timers/promises";

// server/src/print/letters.ts
import { readFile as readFile2 } from "node:fs/promises";
import { createRequire } from "node:module";

// server/src/print/marks.ts
var isMended = false;
var NOWHERE = new Error("The letter has no place for this mark.");
function allowMarksWithoutPlace(font) {
  if (isMended) return;
  const { GPOSProcessor: processor } = font._layoutEngine.engine ?? {};
  if (processor === void 0) return;
  isMended = true;
  const marks = Object.getPrototypeOf(processor);
  const { applyLookup, applyAnchor } = marks;
  marks.applyAnchor = function place(mark, base, at) {
    if (base === null || mark.markAnchor === null) throw NOWHERE;
    applyAnchor.call(this, mark, base, at);
  };
  marks.applyLookup = function apply(type, table2) {
    try {
      return applyLookup.call(this, type, table2);
    } catch (error) {
      if (error === NOWHERE) return false;
      throw error;
    }
  };
}

// server/src/print/letters.ts
var SCRIPTS = ["bengali", "gurmukhi", "gujarati", "oriya", "tamil", "telugu", "kannada", "malayalam"];
var SUBSETS = ["latin", "latin-ext", "devanagari", ...SCRIPTS];
var WEIGHTS = { regular: 400, bold: 600 };
var ASCENT = 0.896;
var DEVANAGARI = /[\u0900-\u097f\u1cd0-\u1cf9\u200c-\u200d\u20b9\u25cc\ua830-\ua839\ua8e0-\ua8ff]/u;
var LATIN_EXT = /[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u02bd-\u02c5\u02c7-\u02cc\u02ce-\u02d7\u1e00-\u1eff\u2c60-\u2c7f\ua720-\ua7ff]/u;
var SHARED = /[\u0964-\u0965\u200c-\u200d\u25cc]/u;
var files;
function readFonts() {
  files ??= (async () => {
    const { resolve: resolve2 } = createRequire(import.meta.url);
    const all = SUBSETS.flatMap((subset) => ["regular", "bold"].map((weight) => [subset, weight]));
    return new Map(
      await Promise.all(
        all.map(async ([subset, weight]) => {
          const family = `noto-sans-${isScript(subset) ? subset : "devanagari"}`;
          const file = resolve2(`@fontsource/${family}/files/${family}-${subset}-${WEIGHTS[weight]}-normal.woff`);
          return [`${subset} ${weight}`, await readFile2(file)];
        })
      )
    );
  })();
  return files;
}
var isScript = (subset) => !subset.startsWith("latin");
function runsOf(text3) {
  const runs = [];
  for (const letter of text3) {
    const last = runs.at(-1);
    const goesOn = last !== void 0 && (letter === " " || isScript(last.subset) && SHARED.test(letter));
    const subset = goesOn ? last.subset : subsetOf(letter);
    if (last?.subset === subset) last.text += letter;
    else runs.push({ subset, text: letter });
  }
  return runs;
}
function subsetOf(letter) {
  if (DEVANAGARI.test(letter)) return "devanagari";
  if (LATIN_EXT.test(letter)) return "latin-ext";
  return SCRIPTS[Math.floor(((letter.codePointAt(0) ?? 0) - 2432) / 128)] ?? "latin";
}
var GRAPHEMES = new Intl.Segmenter("hi", { granularity: "grapheme" });
var CUT = "\u2026";
var Letters = class {
  #doc;
  #widths = /* @__PURE__ */ new Map();
  constructor(doc, fonts) {
    this.#doc = doc;
    for (const [name, file] of fonts) doc.registerFont(name, file);
  }
  /** The document, about to write what this run is written with. */
  #inFont({ subset }, weight) {
    this.#doc.font(`${subset} ${weight}`);
    if (isScript(subset)) allowMarksWithoutPlace(this.#doc._font.font);
    return this.#doc;
  }
  /** In points. */
  width(text3, size, weight) {
    const key = `${weight} ${text3}`;
    let em = this.#widths.get(key);
    if (em === void 0) {
      em = runsOf(text3).reduce((sum3, run) => sum3 + this.#inFont(run, weight).fontSize(100).widthOfString(run.text), 0);
      this.#widths.set(key, em);
    }
    return em * size / 100;
  }
  /** Text in at most so many lines of at most this width; what is left out is told by '…'. Words that are too wide are cut between letters. */
  lines(text3, { width, size, weight, most }) {
    const fits = (line3) => this.width(line3, size, weight) <= width;
    const lines = [];
    let line2 = "";
    const words2 = text3.normalize("NFC").split(/\s+/).filter((word) => word !== "");
    for (const word of words2.flatMap((each) => fits(each) ? [each] : this.#pieces(each, fits))) {
      const longer = line2 === "" ? word : `${line2} ${word}`;
      if (fits(longer)) line2 = longer;
      else if (lines.length === most - 1) return [...lines, this.#cut(longer, fits)];
      else {
        lines.push(line2);
        line2 = word;
      }
    }
    return line2 === "" ? lines : [...lines, line2];
  }
  #pieces(word, fits) {
    const pieces2 = [];
    let piece2 = "";
    for (const { segment } of GRAPHEMES.segment(word)) {
      if (piece2 !== "" && !fits(piece2 + segment)) {
        pieces2.push(piece2);
        piece2 = "";
      }
      piece2 += segment;
    }
    return [...pieces2, piece2];
  }
  #cut(text3, fits) {
    const letters = Array.from(GRAPHEMES.segment(text3), ({ segment }) => segment);
    while (letters.length > 0 && !fits(`${letters.join("").trimEnd()}${CUT}`)) letters.pop();
    return `${letters.join("").trimEnd()}${CUT}`;
  }
  /** One line with its top at y. In points. */
  draw(line2, x, y, size, weight) {
    let at = x;
    for (const run of runsOf(line2)) {
      const write = () => this.#inFont(run, weight).fontSize(size).text(run.text, at, y + ASCENT * size, { lineBreak: false, baseline: "alphabetic" });
      if (isScript(run.subset)) readAs(this.#doc, run.text, write);
      else write();
      at += this.width(run.text, size, weight);
    }
  }
};
function readAs(doc, text3, write) {
  const add2 = doc.addContent.bind(doc);
  const hex = Buffer.from(`\uFEFF${text3}`, "utf16le").swap16().toString("hex");
  doc.addContent = (line2) => {
    if (line2 === "ET") add2("EMC");
    add2(line2);
    if (line2 === "BT") add2(`/Span <</ActualText <${hex}>>> BDC`);
    return doc;
  };
  try {
    write();
  } finally {
    doc.addContent = add2;
  }
}

// server/src/print/pdf.ts
var MM = 72 / 25.4;
var RULE = 0.2;
var CELL = { x: 0.8, y: 0.9 };
var FOOTER = 6;
var GREY = "#595959";
var BLACK = "#000000";
var oneAtATime2 = boundedQueue(1, 20, 4);
function pagesPdf(size, pages, about) {
  return make(size, about, async (paper) => {
    for (const pieces2 of pages) {
      paper.addPage();
      for (const piece2 of pieces2) paper.draw(piece2, 0, 0);
      await setImmediate3();
    }
  });
}
function sheetPdf(size, sheet, about) {
  return make(size, about, async (paper) => {
    const flow = new Flow(paper, size, sheet);
    for (const part of sheet.parts) {
      if (part.kind === "block") flow.block(part);
      else for (const row of flow.table(part)) if (row % 20 === 0) await setImmediate3();
    }
    flow.end();
  });
}
async function make(size, { title, at, who }, fill) {
  return oneAtATime2(
    async () => {
      const [{ default: Document }, fonts] = await Promise.all([import("pdfkit"), readFonts()]);
      const doc = new Document({
        size: [size.width * MM, size.height * MM],
        margin: 0,
        autoFirstPage: false,
        bufferPages: true,
        lang: "en-IN",
        info: { Title: title, Creator: "Aapurti", CreationDate: at }
      });
      const pieces2 = [];
      const ended = new Promise((resolve2, reject) => {
        doc.on("data", (piece2) => pieces2.push(piece2));
        doc.once("end", resolve2);
        doc.once("error", reject);
      });
      printActualSize(doc);
      await fill(new Paper(doc, new Letters(doc, fonts)));
      doc.end();
      await ended;
      return Buffer.concat(pieces2);
    },
    who === void 0 ? {} : { who }
  );
}
function printActualSize(doc) {
  const { _root: root } = doc;
  root.data["ViewerPreferences"] = doc.ref({ PrintScaling: "None" });
}
var Paper = class {
  doc;
  letters;
  constructor(doc, letters) {
    this.doc = doc;
    this.letters = letters;
  }
  addPage() {
    this.doc.addPage();
  }
  draw(piece2, left, top) {
    if (piece2.kind === "text") this.#text(piece2, left, top);
    else if (piece2.kind === "rule") this.rule(left + piece2.x, top + piece2.y, piece2.width);
    else this.#barcode(piece2, left, top);
  }
  rule(x, y, width) {
    this.doc.rect(x * MM, y * MM, width * MM, RULE * MM).fill(BLACK);
  }
  #text(piece2, left, top) {
    const lines = this.wrap(piece2);
    lines.forEach((line2, place) => this.line(line2, { ...piece2, x: left + piece2.x, y: top + piece2.y + place * linesHigh(piece2.size) }));
  }
  wrap({ text: text3, width, size, bold = false, lines = 1 }) {
    return this.letters.lines(text3, { width: width * MM, size, weight: bold ? "bold" : "regular", most: lines });
  }
  line(line2, at) {
    const weight = at.bold === true ? "bold" : "regular";
    const free = at.width * MM - this.letters.width(line2, at.size, weight);
    const shift = at.align === "right" ? free : at.align === "center" ? free / 2 : 0;
    this.doc.fillColor(at.colour ?? BLACK);
    this.letters.draw(line2, at.x * MM + shift, at.y * MM + (LEADING - 1.304) / 2 * at.size, at.size, weight);
  }
  #barcode({ text: text3, ...at }, left, top) {
    const modules = code128(text3);
    if (modules === null) return;
    const x = left + at.x;
    const y = top + at.y;
    for (const [place, length] of bars(modules)) {
      this.doc.rect((x + (QUIET + place) * BARCODE.module) * MM, y * MM, length * BARCODE.module * MM, BARCODE.height * MM);
    }
    this.doc.fill(BLACK);
    const width = (modules.length + 2 * QUIET) * BARCODE.module;
    const size = BARCODE.font * MM;
    this.line(text3, { x, y: y + BARCODE.height, width, size, align: "center" });
  }
  /** Across the page, behind nothing: light enough to read through, and scanners take it for white. */
  watermark(words2, { width, height }) {
    const size = 96;
    const wide = this.letters.width(words2, size, "bold");
    this.doc.save().rotate(-52, { origin: [width / 2 * MM, height / 2 * MM] }).fillColor("#b00020", 0.12);
    this.letters.draw(words2, width / 2 * MM - wide / 2, height / 2 * MM - size * 0.65, size, "bold");
    this.doc.restore().fillOpacity(1);
  }
};
var Flow = class {
  #paper;
  #size;
  #sheet;
  #y = Infinity;
  constructor(paper, size, sheet) {
    this.#paper = paper;
    this.#size = size;
    this.#sheet = sheet;
  }
  get #bottom() {
    return this.#size.height - this.#size.margin - FOOTER;
  }
  /** Begins a page where so much has no room on this one. */
  #room(height) {
    if (this.#y + height <= this.#bottom) return false;
    this.#paper.addPage();
    this.#y = this.#size.margin;
    if (this.#sheet.watermark !== null) this.#paper.watermark(this.#sheet.watermark, this.#size);
    return true;
  }
  block({ height, pieces: pieces2 }) {
    this.#room(height);
    for (const piece2 of pieces2) this.#paper.draw(piece2, this.#size.margin, this.#y);
    this.#y += height;
  }
  /** Gives the number of each row that is drawn. */
  *table({ columns: columns9, rows }) {
    const heads = columns9.map(({ title }) => [{ text: title, bold: true, lines: 2 }]);
    let isFirst = true;
    for (const [place, row] of rows.entries()) {
      const height = this.#heightOf(columns9, row);
      if (this.#room(isFirst ? height + this.#heightOf(columns9, heads) : height) || isFirst) {
        this.#row(columns9, heads);
        this.#paper.rule(this.#size.margin, this.#y - RULE, this.#size.width - 2 * this.#size.margin);
        isFirst = false;
      }
      this.#row(columns9, row);
      yield place;
    }
  }
  #heightOf(columns9, row) {
    const heights = row.map((cell, place) => {
      if ("barcode" in cell) return BARCODE_HEIGHT;
      const width = (columns9[place]?.width ?? 0) - 2 * CELL.x;
      const lines = cell.reduce((sum3, each) => sum3 + this.#paper.wrap({ ...each, width, size: TABLE_SIZE }).length, 0);
      return linesHigh(TABLE_SIZE, lines);
    });
    return Math.max(...heights) + 2 * CELL.y;
  }
  #row(columns9, row) {
    let x = this.#size.margin;
    for (const [place, cell] of row.entries()) {
      const { width = 0, align = "left" } = columns9[place] ?? {};
      if ("barcode" in cell) {
        const start = x + (width - (barcodeWidth(cell.barcode) ?? 0)) / 2;
        this.#paper.draw({ kind: "barcode", x: start, y: this.#y + CELL.y, text: cell.barcode }, 0, 0);
      } else {
        let y = this.#y + CELL.y;
        for (const each of cell) {
          for (const line2 of this.#paper.wrap({ ...each, width: width - 2 * CELL.x, size: TABLE_SIZE })) {
            this.#paper.line(line2, { x: x + CELL.x, y, width: width - 2 * CELL.x, size: TABLE_SIZE, bold: each.bold ?? false, align });
            y += linesHigh(TABLE_SIZE);
          }
        }
      }
      x += width;
    }
    this.#y += this.#heightOf(columns9, row);
    this.#paper.rule(this.#size.margin, this.#y - RULE / 2, this.#size.width - 2 * this.#size.margin);
  }
  /** The foot of each page, now that it is known how many there are. */
  end() {
    const { doc } = this.#paper;
    const { start, count: count3 } = doc.bufferedPageRange();
    const { margin: margin2, width } = this.#size;
    const across = width - 2 * margin2;
    for (let page = 0; page < count3; page += 1) {
      doc.switchToPage(start + page);
      const foot = { x: margin2, y: this.#bottom + 1.5, size: TABLE_SIZE, colour: GREY };
      const [line2 = ""] = this.#paper.wrap({ text: this.#sheet.footer, width: across - 30, size: TABLE_SIZE });
      this.#paper.line(line2, { ...foot, width: across });
      this.#paper.line(`Page ${page + 1} of ${count3}`, { ...foot, width: across, align: "right" });
    }
  }
};

// server/src/purchase-orders/prints.ts
async function packingLabelsPdf(ctx, actor, id, cartons2) {
  const packing = await packingOf(ctx, actor, id);
  const { order } = packing;
  if (order.status === "Cancelled") throw conflict(messages12.cancelled);
  const chosen = cartons2 ?? proposal(order.listOfItems);
  const problem2 = whyNoLabels(chosen, order.listOfItems.length);
  if (problem2 !== null) throw invalid({ cartons: problem2 });
  const content = await pagesPdf(LABEL, packingLabels(packing, chosen), {
    title: `Packing labels ${order.poNumber}`,
    at: ctx.clock(),
    who: actor.id
  });
  return new Pdf(printName("labels", order.poNumber), content);
}
async function packageSheetPdf(ctx, actor, id, cartons2 = /* @__PURE__ */ new Map()) {
  const packing = await packingOf(ctx, actor, id);
  const sheet = packageSheet(packing, cartons2);
  return new Pdf(
    printName("package", packing.order.poNumber),
    await sheetPdf(A4, sheet, { title: sheet.title, at: ctx.clock(), who: actor.id })
  );
}
async function packingOf(ctx, actor, id) {
  const order = await ownOrder(ctx.db, actor, id);
  const sender = await ctx.db.first(sql68`
    select vendor_code as "vendor_Code", address_line1 as "address_Line1", address_line2 as "address_Line2", city,
      postal_code as "postal_Code", state, gstin
    from users where id = ${order.userID}`);
  if (sender === void 0) throw new Error(`the vendor of order ${id} is gone`);
  return { order, sender, buyerState: buyerState(ctx.settings) };
}

// server/src/purchase-orders/routes.ts
function orderRoutes(app, context) {
  serve(
    app,
    context,
    orders.search,
    async ({ ctx, actor, query: query2, body }) => resultReply(await listOrders(ctx, actor, { ...query2, ...body }))
  );
  serve(app, context, orders.list, async ({ ctx, actor, query: query2 }) => listReply(await listOrders(ctx, actor, query2)));
  serve(app, context, orders.export, async ({ ctx, actor, query: query2 }) => ok(await exportOrders2(ctx, actor, query2)));
  serve(
    app,
    context,
    orders.acknowledge,
    async ({ ctx, actor, params, body }) => ok({ message: messages.acknowledged, data: await acknowledgeOrder(ctx, actor, params.id, body) })
  );
  serve(
    app,
    context,
    orderPrints.labels,
    async ({ ctx, actor, params, query: query2 }) => ok(await packingLabelsPdf(ctx, actor, params.id, query2.cartons))
  );
  serve(
    app,
    context,
    orderPrints.sheet,
    async ({ ctx, actor, params, query: query2 }) => ok(await packageSheetPdf(ctx, actor, params.id, query2.cartons))
  );
}

// server/src/schemes/edit.ts
import sql69 from "sql-template-tag";
var TERMS = ["netPTR", "quantity", "freeQuantity", "discount"];
async function editScheme(ctx, actor, id, body) {
  await refuseOtherDevice(ctx, actor);
  return ctx.db.transaction(async (tx) => {
    const { _id } = await getScheme(tx, actor, id);
    await lockProductsOf(tx, _id);
    const before = await getScheme(tx, actor, id, "for update");
    const products = await lockProductsOf(tx, _id);
    const { updatedAt, ...sent } = body;
    refuseStale(before, updatedAt);
    const form = checkedForm(ctx, before, sent);
    const item2 = await exactItem(tx, form.EANCode);
    if (form.EANCode !== before.EANCode) {
      if ("problem" in item2) return { problem: messages7.badEan };
      if (products.length > 0) throw invalid({ EANCode: `${inUse(products.length)}, so its EAN Code stays as it is.` });
    }
    await update(tx, before, form, "problem" in item2 ? null : item2);
    const after = await getScheme(tx, actor, id);
    if (TERMS.some((term) => before[term] !== after[term])) await repriceProducts(tx, actor, products);
    await recordChange(tx, { ...entry3(actor, after), action: "scheme.edit" }, before, after);
    return { scheme: after };
  });
}
function checkedForm(ctx, before, sent) {
  const form = changedForm(schemeForm, before, sent);
  const late = form.validity === before.validity ? null : validityProblem(form.validity, ctx.clock());
  if (late !== null) throw invalid({ validity: late });
  const blank = form.EANCode === before.EANCode ? {} : { productName: null, UOM: null };
  return { ...form, ...Object.fromEntries(Object.entries(blank).filter(([name]) => sent[name] === void 0)) };
}
async function update(tx, before, form, item2) {
  await tx.execute(sql69`
    update schemes set name = ${form.schemeName}, date = ${form.date ?? before.date}, ean = ${form.EANCode},
      product_name = ${form.productName ?? item2?.name ?? null}, quantity = ${form.quantity?.toFixed() ?? null},
      free_quantity = ${form.freeQuantity?.toFixed() ?? null}, net_ptr = ${form.netPTR?.toFixed(2) ?? null},
      uom = ${form.UOM ?? item2?.uom ?? null}, discount = ${form.discount?.toFixed() ?? null}, validity = ${form.validity},
      narration = ${form.narration}, active = ${form.active}, updated_at = clock_timestamp()
    where id = ${before._id}`);
}
function entry3(actor, { _id, userID }) {
  return { actor, ownerId: userID, entity: "scheme", entityId: _id };
}
async function removeScheme(ctx, actor, id) {
  await ctx.db.transaction(async (tx) => {
    const scheme3 = await getScheme(tx, actor, id, "for update");
    const row = await tx.first(sql69`select count(*)::int as users from products where scheme_id = ${scheme3._id}`);
    const users = row?.users ?? 0;
    if (users > 0) throw conflict(`${inUse(users)}, so it can not be deleted. Switch it to inactive instead.`);
    await tx.execute(sql69`delete from schemes where id = ${scheme3._id}`);
    await recordAudit(tx, { ...entry3(actor, scheme3), action: "scheme.delete", before: { ...scheme3 } });
  });
}

// server/src/schemes/routes.ts
function schemeRoutes(app, context) {
  serve(app, context, schemes.list, async ({ ctx, actor, query: query2 }) => listReply(await listSchemes(ctx, actor, query2)));
  serve(app, context, schemes.get, async ({ ctx, actor, params }) => ok([await getScheme(ctx.db, actor, params.id)]));
  serve(
    app,
    context,
    schemes.byEan,
    async ({ ctx, actor, params, query: query2 }) => listReply(await schemesForEan(ctx, actor, params.ean, query2.userID))
  );
  serve(app, context, schemes.create, async ({ ctx, actor, body }) => {
    const added = await addScheme(ctx, actor, body);
    return "problem" in added ? no({ message: added.problem }) : ok({ message: messages7.created, data: added.scheme });
  });
  serve(app, context, schemes.edit, async ({ ctx, actor, params, body }) => {
    const edited = await editScheme(ctx, actor, params.id, body);
    return "problem" in edited ? no({ message: edited.problem }) : ok({ message: messages7.updated, data: edited.scheme });
  });
  serve(app, context, schemes.remove, async ({ ctx, actor, params }) => {
    await removeScheme(ctx, actor, params.id);
    return ok({ message: messages7.deleted });
  });
  serve(app, context, schemes.maxNumber, async ({ ctx }) => ok({ maxSchemeNumber: await maxSchemeNumber(ctx.db) }));
}

// server/src/app.ts
var JSON_BYTES_MAX = 1024 * 1024;
var HEADERS_MS = 2e4;
var CONNECTIONS_MAX = 4e3;
async function buildApp(ctx) {
  const hops = ctx.settings.trustProxy;
  const app = fastify({
    bodyLimit: JSON_BYTES_MAX,
    trustProxy: typeof hops === "number" ? (_address, hop) => hop < hops : hops,
    // Warnings and defects only: a line per request costs up to a third of the throughput.
    logger: ctx.settings.log ? { level: ctx.settings.logRequests === true ? "info" : "warn", serializers: { err: plainError } } : false,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for each request costs more than most requests have to say; errors name the request themselves.
    childLoggerFactory: (logger) => logger,
    // A HEAD would run what its GET runs, and some GETs of the specification write.
    exposeHeadRoutes: false,
    routerOptions: { caseSensitive: false, maxParamLength: 300 },
    requestTimeout: 12e4,
    connectionTimeout: 13e4,
    // A call's headers come at once; who sends them letter by letter, or nothing at all, only keeps a connection from others.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5e3 },
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: answerBadAddress
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  app.decorate("atWork", new AtWork());
  answerErrors(app);
  const parseJson2 = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser(["application/json", "text/plain"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body === "") done(null, {});
    else void parseJson2(request, String(body), done);
  });
  securityHeaders(app, ctx.settings);
  healthRoutes(app, ctx);
  await openForms(app);
  accountRoutes(app, ctx);
  auditRoutes(app, ctx);
  catalogueRoutes(app, ctx);
  schemeRoutes(app, ctx);
  memoRoutes(app, ctx, "debit");
  memoRoutes(app, ctx, "credit");
  invoiceRoutes(app, ctx);
  paymentRoutes(app, ctx);
  orderRoutes(app, ctx);
  dispatchNoteRoutes(app, ctx);
  buyerDataRoutes(app, ctx);
  mailRoutes(app, ctx);
  siteRoutes(app, ctx);
  fileRoutes(app, ctx);
  openApiRoutes(app);
  await webRoutes(app, webFolder());
  return app;
}
function webFolder() {
  const folder = fileURLToPath2(new URL("../../web/dist", import.meta.url));
  return existsSync2(folder) ? folder : null;
}

// bench/portal.ts
process.once("message", (settings) => {
  void (async () => {
    const url = settings.databaseUrl ?? "";
    const db = await openDatabase({ url, max: 10 });
    const ctx = await openContext(settings, db, url);
    const app = await buildApp(ctx);
    ctx.spreading.start();
    await app.listen({ port: 0, host: "127.0.0.1" });
    process.send?.(app.server.address());
  })();
});
