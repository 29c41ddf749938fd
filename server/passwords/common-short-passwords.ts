// Words that short passwords are made of, with or without digits around them: names, teams, animals, cars, and the like. They
// matter where a second factor allows eight characters; longer passwords have a list of their own.
const words = `
  aaron abigail adrian airborne alabama albert alejandro alexander alexandra alexandria alexis alicia allison amanda amber
  anderson andrea angela anthony apples april arizona arsenal arthur ashton atlanta austin avenger badass badger bailey
  bamboo bandit barbara barcelona barney batista beautiful bears beaver benjamin bigdaddy bigdog birthday biteme blaster blazer
  blessing blink blondie bollocks bond boomer booger boston bradley brandon brandy braves brazil brenda brian brittany
  broncos brooklyn browns bubba buddy buffalo bulldog bulldogs bullet bullshit buster butthead butterfly cadillac california
  camaro cameron canada captain cardinal carlos carolina caroline carter casper celtic celtics champion chance charles charlotte
  chelsea cherokee cherry chester chevelle chevy chicago chicken chicks china chopper chris christian christina christine
  christmas christopher classic claudia cleveland clinton cocacola college colorado compaq connect connor cooper corvette
  courtney cowboy cowboys coyote creative cricket cristina crystal cynthia dakota dallas danielle darkness darkside dave david
  deborah december denise dennis denver detroit devils diablo dictionary diesel digital direct discovery doctor dodgers
  dolphin dolphins dominic donald donkey dreams driver duncan eagles eclipse edward einstein electric elephant elizabeth emerald
  emily eminem england enter enterprise eric everton explorer extreme falcon falcons fender ferrari fireball firebird firefly
  fireman fish fisher florence florida fluffy ford forest formula fortune france francis francisco frankie freaky fred freddy
  fuckoff fuckyou galaxy gandalf garfield gateway gators genesis georgia gemini germany gerald giants gibson
  gizmo gladiator gloria goblue godzilla golfer golfing goober gordon gracie grandma green gregory guitar gunner hahaha hammer
  hannah happiness hardcore harley harrison hawaii heather helen helpme hendrix hercules hiphop holiday homer honda honey
  horses hotdog hotmail hotrod houston howard hummer iceman idontknow iloveu indian indiana infinity inferno iphone
  ireland ironman isabella italia jackass jackie jackson jaguar jamaica james janice japan jasmine jason jasper jeffrey jeremy
  jessie jesuschrist johnny johnson jonathan jordan joseph juliana julian junior jupiter justice justin kathleen katherine
  katie kayla keith kelly kenneth kermit kevin killer kimberly kingdom kitten kittykat knight knights lacrosse ladybug lakers
  lauren leather legend leonard leonardo leslie liberty lightning linkinpark lindsay lindsey liverpool logitech london
  longhorn looking lorenzo lovers loveme lucas lucky madison madonna maggie magic magnum mallory manchester margaret maria
  marie marina marine marines mario marlboro marshall martin martina marvin mary master matrix maverick maxwell megan melanie
  melissa mercedes mercury merlin metallica mexico miami michaela michigan mickey midnight miller million minnie miranda
  mission mitchell molly money monica monkeys monster montana morgan motorola mountain mozart muffin murphy music mustang
  naruto natalia natalie natasha nathan natural naughty network newyork nicholas nicole nintendo nirvana nissan nothing novell
  november oblivion olivia oliver onelove online operator orlando pacific packers pamela panther panthers paradise paris
  parker passion patches patricia patrick patriots peaches peanut pebbles penguin penguins pentium peter phantom philip
  phoenix phillips pickle pirate pirates platinum playboy player please police poohbear popcorn porsche precious presario
  prince private prodigy professor puppies pussycat qazwsx rabbit rachel racing raiders rainbow raistlin ramirez rangers
  raymond rebecca reddevil redhead redneck redrum redskins redsox reggie renegade revolution ricardo richard ricky robbie
  roberto robinson rocket rocky rolltide ronald ronaldo rooster rosebud rosemary roxanne rugby russell russia samantha samson
  samsung sandra santana santiago sarah saturn savannah scarface scooby scooter scorpio scorpion scott scotland seattle
  september sergey sexy shalom shannon sharon sheila shelby sherry shopping sidney silence simple simpson simpsons
  skater skeeter skippy skywalker slapshot slayer slipknot smokey snickers sniper snoopy snowball snowboard softball soldier
  spanky sparky special spencer spider spiderman spirit spitfire sponge sports squirrel stanley starfish stargate starlight
  steelers stella stephanie stephen steven stewart stingray strawberry student success sugar sunflower sunset super supernova
  superstar surfer suzuki swimming swordfish sydney sylvia tacobell tarheels taurus taylor teacher teresa tennis texas theman
  therock thunder tiffany tigers tigger timothy tinkerbell titanic together tomcat tommy toyota travis tristan trooper trouble
  trucks trumpet tucker turkey twilight tyler united valentina valentine vampire vanessa vegeta veronica victor victoria
  viking vikings vincent viper volcano volleyball voodoo voyager wallace walter warcraft warhammer warrior warriors watson
  webster westside whiskey william williams willie wilson windsurf winner winston wizard wolf wolverine woody wrangler wrestling
  xavier yamaha yankee yankees yvonne zachary zaqwsx zeppelin zxcvbn access activity apple baseball blahblah bluebird
  creative danger delphi digital engineer fantasy goodluck iforgot ihateyou imagine incorrect killbill letmesee loverboy
  lovelife mylove myspace nopass nothing1 opensesame password pa55word passw0rd peaceful qwerty rootroot sandman sausage
  scarlett something startrek stupid sweetie sweetpea testpass trinity trustme undertaker unicorn universe vacation
  wordpass workhard yourname
`

export const commonShortPasswords = words.trim().split(/\s+/)
