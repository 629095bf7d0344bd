/** The passwords of published breaches, in lower case. */
const AS_THEY_STAND = `
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

/** Words that are combined with ENDINGS, as users do to satisfy rules about digits and signs. */
const WORDS = `password pass admin welcome india indian qwerty hello user test login master vendor supplier company office rice mill kisan
krishna ganesh sairam mahadev shiva jaihind bharat mumbai delhi rahul rohit priya pooja amit ravi raj kumar sharma singh
love lucky happy friends family money super secret change aapurti portal`;
const ENDINGS = `12 123 1234 12345 123456 @1 @12 @123 @1234 @12345 #123 #1234 _123 123! 1234! 123# 123@ @2020 @2021 @2022 @2023 @2024 @2025 @2026
2020 2021 2022 2023 2024 2025 2026 @786 786 007 @007 108 143`;

const words = (text: string) => text.trim().split(/\s+/);

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  [...words(AS_THEY_STAND), ...words(WORDS).flatMap((word) => words(ENDINGS).map((ending) => word + ending))].filter(
    (entry) => entry.length >= 8,
  ),
);

/** One form for characters that look the same (NIST SP 800-63B, 3.1.1.2). */
export function canonicalPassword(password: string): string {
  return password.normalize('NFKC');
}

/** True for a common password in any case, one short piece repeated, or personal data (e-mail, company, mobile number). */
export function isCommonPassword(password: string, personal: readonly string[] = []): boolean {
  const lower = canonicalPassword(password).toLowerCase();
  const known = personal.flatMap((text) => [text, text.split('@')[0] ?? '']).map((text) => canonicalPassword(text).trim().toLowerCase());
  return COMMON_PASSWORDS.has(lower) || /^(.{1,4}?)\1+$/su.test(lower) || known.includes(lower);
}
